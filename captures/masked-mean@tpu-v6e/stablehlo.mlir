module @jit_masked_mean attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x512x1024xbf16>, %arg1: tensor<64x512xi32>) -> (tensor<64x1024xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<64x512xi32>) -> tensor<64x512x1xi32>
    %1 = stablehlo.convert %0 : (tensor<64x512x1xi32>) -> tensor<64x512x1xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<64x512x1xbf16>) -> tensor<64x512x1024xbf16>
    %3 = stablehlo.multiply %arg0, %2 : tensor<64x512x1024xbf16>
    %4 = stablehlo.convert %3 : (tensor<64x512x1024xbf16>) -> tensor<64x512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<64x512x1024xf32>, tensor<f32>) -> tensor<64x1024xf32>
    %6 = stablehlo.convert %5 : (tensor<64x1024xf32>) -> tensor<64x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.reduce(%arg1 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<64x512xi32>, tensor<i32>) -> tensor<64xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %9 = stablehlo.convert %8 : (tensor<64x1xi32>) -> tensor<64x1xbf16>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<64x1xbf16>) -> tensor<64x1024xbf16>
    %11 = stablehlo.divide %6, %10 : tensor<64x1024xbf16>
    return %11 : tensor<64x1024xbf16>
  }
}
