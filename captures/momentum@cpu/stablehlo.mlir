module @jit_momentum attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x4096xbf16>, %arg1: tensor<4096x4096xf32>, %arg2: tensor<4096x4096xbf16>) -> (tensor<4096x4096xbf16> {jax.result_info = "result[0]"}, tensor<4096x4096xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<4096x4096xf32>
    %2 = stablehlo.convert %arg2 : (tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %3 = stablehlo.add %1, %2 : tensor<4096x4096xf32>
    %cst_0 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<4096x4096xf32>
    %6 = stablehlo.convert %arg0 : (tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4096x4096xf32>
    %8 = stablehlo.convert %7 : (tensor<4096x4096xf32>) -> tensor<4096x4096xbf16>
    return %8, %3 : tensor<4096x4096xbf16>, tensor<4096x4096xf32>
  }
}
