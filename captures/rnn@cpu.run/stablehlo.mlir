module @jit_rnn attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x64x512xbf16>, %arg1: tensor<64x512xbf16>, %arg2: tensor<512x512xbf16>, %arg3: tensor<512x512xbf16>) -> (tensor<64x512xbf16> {jax.result_info = "result[0]"}, tensor<128x64x512xbf16> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<128x64x512xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:6 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg2, %iterArg_1 = %arg3, %iterArg_2 = %c, %iterArg_3 = %arg1, %iterArg_4 = %0) : tensor<128x64x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<i32>, tensor<64x512xbf16>, tensor<128x64x512xbf16>
    cond {
      %c_5 = stablehlo.constant dense<128> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<128x64x512xbf16>, tensor<i32>) -> tensor<64x512xbf16>
      %3 = stablehlo.dot_general %2, %iterArg_0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
      %4 = stablehlo.dot_general %iterArg_3, %iterArg_1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
      %5 = stablehlo.add %3, %4 : tensor<64x512xbf16>
      %6 = stablehlo.tanh %5 : tensor<64x512xbf16>
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_4, %6, %iterArg_2) : (tensor<128x64x512xbf16>, tensor<64x512xbf16>, tensor<i32>) -> tensor<128x64x512xbf16>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %8, %6, %7 : tensor<128x64x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<i32>, tensor<64x512xbf16>, tensor<128x64x512xbf16>
    }
    return %1#4, %1#5 : tensor<64x512xbf16>, tensor<128x64x512xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<128x64x512xbf16>, %arg1: tensor<i32>) -> tensor<64x512xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 512] : (tensor<128x64x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x512xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x64x512xbf16>) -> tensor<64x512xbf16>
    return %1 : tensor<64x512xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<128x64x512xbf16>, %arg1: tensor<64x512xbf16>, %arg2: tensor<i32>) -> tensor<128x64x512xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x512xbf16>) -> tensor<1x64x512xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<128x64x512xbf16>, tensor<1x64x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<128x64x512xbf16>
    return %1 : tensor<128x64x512xbf16>
  }
}
