module @jit_layernorm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x2048xbf16>, %arg1: tensor<2048xf32>, %arg2: tensor<2048xf32>) -> (tensor<4096x2048xbf16> {jax.result_info = ""}) {
    %0 = stablehlo.convert %arg0 : (tensor<4096x2048xbf16>) -> tensor<4096x2048xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4096x2048xf32>, tensor<f32>) -> tensor<4096xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1xf32>
    %cst_0 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4096x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4096x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4096x1xf32>) -> tensor<4096x2048xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<4096x2048xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<4096x2048xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4096x2048xf32>, tensor<f32>) -> tensor<4096xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1xf32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4096x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<4096x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4096x1xf32>
    %13 = stablehlo.add %11, %12 : tensor<4096x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<4096x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<4096x1xf32>) -> tensor<4096x2048xf32>
    %16 = stablehlo.multiply %6, %15 : tensor<4096x2048xf32>
    %17 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2048xf32>) -> tensor<1x2048xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x2048xf32>) -> tensor<4096x2048xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<4096x2048xf32>
    %20 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<2048xf32>) -> tensor<1x2048xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x2048xf32>) -> tensor<4096x2048xf32>
    %22 = stablehlo.add %19, %21 : tensor<4096x2048xf32>
    %23 = stablehlo.convert %22 : (tensor<4096x2048xf32>) -> tensor<4096x2048xbf16>
    return %23 : tensor<4096x2048xbf16>
  }
}
