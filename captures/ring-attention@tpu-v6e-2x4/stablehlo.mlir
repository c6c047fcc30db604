module @jit_ring_attention attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["chips"=8]> {stablehlo.mesh = {axes = [{name = "chips", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<16384x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}, %arg1: tensor<16384x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}, %arg2: tensor<16384x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) -> (tensor<16384x1024xbf16> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"chips"}, {}]>, <@mesh, [{"chips"}, {}]>, <@mesh, [{"chips"}, {}]>] out_shardings=[<@mesh, [{"chips"}, {}]>] manual_axes={"chips"} (%arg3: tensor<2048x1024xbf16>, %arg4: tensor<2048x1024xbf16>, %arg5: tensor<2048x1024xbf16>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %2:5 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %c, %iterArg_1 = %1, %iterArg_2 = %arg4, %iterArg_3 = %arg5) : tensor<2048x1024xbf16>, tensor<i32>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>
      cond {
        %c_4 = stablehlo.constant dense<8> : tensor<i32>
        %3 = stablehlo.compare LT, %iterArg_0, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %3 : tensor<i1>
      } do {
        %3 = stablehlo.transpose %iterArg_2, dims = [1, 0] : (tensor<2048x1024xbf16>) -> tensor<1024x2048xbf16>
        %4 = stablehlo.dot_general %iterArg, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x2048xbf16>) -> tensor<2048x2048xbf16>
        %5 = stablehlo.dot_general %4, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x2048xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
        %6 = stablehlo.add %iterArg_1, %5 : tensor<2048x1024xbf16>
        %7 = "stablehlo.collective_permute"(%iterArg_2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
        %8 = "stablehlo.collective_permute"(%iterArg_3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
        %c_4 = stablehlo.constant dense<1> : tensor<i32>
        %9 = stablehlo.add %iterArg_0, %c_4 : tensor<i32>
        stablehlo.return %iterArg, %9, %6, %7, %8 : tensor<2048x1024xbf16>, tensor<i32>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>
      }
      sdy.return %2#2 : tensor<2048x1024xbf16>
    } : (tensor<16384x1024xbf16>, tensor<16384x1024xbf16>, tensor<16384x1024xbf16>) -> tensor<16384x1024xbf16>
    return %0 : tensor<16384x1024xbf16>
  }
}
