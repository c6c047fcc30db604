module @jit_rnn attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x64x512xbf16>, %arg1: tensor<64x512xbf16>, %arg2: tensor<512x512xbf16>, %arg3: tensor<512x512xbf16>) -> (tensor<64x512xbf16> {jax.result_info = "[0]"}, tensor<128x64x512xbf16> {jax.result_info = "[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<128x64x512xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:6 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg2, %iterArg_1 = %arg3, %iterArg_2 = %c, %iterArg_3 = %arg1, %iterArg_4 = %0) : tensor<128x64x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<i32>, tensor<64x512xbf16>, tensor<128x64x512xbf16>
     cond {
      %c_5 = stablehlo.constant dense<128> : tensor<i32>
      %2 = stablehlo.compare  LT, %iterArg_2, %c_5,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.compare  LT, %iterArg_2, %c_5,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.convert %iterArg_2 : tensor<i32>
      %c_6 = stablehlo.constant dense<128> : tensor<i32>
      %4 = stablehlo.add %3, %c_6 : tensor<i32>
      %5 = stablehlo.select %2, %4, %iterArg_2 : tensor<i1>, tensor<i32>
      %c_7 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.dynamic_slice %iterArg, %5, %c_7, %c_7, sizes = [1, 64, 512] : (tensor<128x64x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x512xbf16>
      %7 = stablehlo.reshape %6 : (tensor<1x64x512xbf16>) -> tensor<64x512xbf16>
      %8:2 = func.call @None(%iterArg_0, %iterArg_1, %iterArg_3, %7) : (tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<64x512xbf16>, tensor<64x512xbf16>) -> (tensor<64x512xbf16>, tensor<64x512xbf16>)
      %9 = stablehlo.broadcast_in_dim %8#1, dims = [1, 2] : (tensor<64x512xbf16>) -> tensor<1x64x512xbf16>
      %10 = stablehlo.compare  LT, %iterArg_2, %c_5,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %11 = stablehlo.convert %iterArg_2 : tensor<i32>
      %12 = stablehlo.add %11, %c_6 : tensor<i32>
      %13 = stablehlo.select %10, %12, %iterArg_2 : tensor<i1>, tensor<i32>
      %14 = stablehlo.dynamic_update_slice %iterArg_4, %9, %13, %c_7, %c_7 : (tensor<128x64x512xbf16>, tensor<1x64x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<128x64x512xbf16>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_2, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %15, %8#0, %14 : tensor<128x64x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<i32>, tensor<64x512xbf16>, tensor<128x64x512xbf16>
    }
    return %1#4, %1#5 : tensor<64x512xbf16>, tensor<128x64x512xbf16>
  }
  func.func private @None(%arg0: tensor<512x512xbf16>, %arg1: tensor<512x512xbf16>, %arg2: tensor<64x512xbf16>, %arg3: tensor<64x512xbf16>) -> (tensor<64x512xbf16>, tensor<64x512xbf16>) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
    %1 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
    %2 = stablehlo.add %0, %1 : tensor<64x512xbf16>
    %3 = stablehlo.tanh %2 : tensor<64x512xbf16>
    return %3, %3 : tensor<64x512xbf16>, tensor<64x512xbf16>
  }
}
