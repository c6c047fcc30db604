module @jit_nomax_attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8192x128xbf16>, %arg1: tensor<8192x128xbf16>, %arg2: tensor<8192x128xbf16>) -> (tensor<8192x128xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<8192x128xbf16>) -> tensor<128x8192xbf16>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x128xbf16>, tensor<128x8192xbf16>) -> tensor<8192x8192xbf16>
    %2 = stablehlo.exponential %1 : tensor<8192x8192xbf16>
    %3 = stablehlo.convert %2 : (tensor<8192x8192xbf16>) -> tensor<8192x8192xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8192x8192xf32>, tensor<f32>) -> tensor<8192xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8192xf32>) -> tensor<8192x1xf32>
    %6 = stablehlo.convert %5 : (tensor<8192x1xf32>) -> tensor<8192x1xbf16>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<8192x1xbf16>) -> tensor<8192x8192xbf16>
    %8 = stablehlo.divide %2, %7 : tensor<8192x8192xbf16>
    %9 = stablehlo.dot_general %8, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x8192xbf16>, tensor<8192x128xbf16>) -> tensor<8192x128xbf16>
    return %9 : tensor<8192x128xbf16>
  }
}
