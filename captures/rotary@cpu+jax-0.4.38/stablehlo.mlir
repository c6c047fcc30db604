module @jit_rotary attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x16x128xbf16>, %arg1: tensor<2048xi32>) -> (tensor<2048x16x128xbf16> {jax.result_info = ""}) {
    %0 = stablehlo.iota dim = 0 : tensor<64xi32>
    %1 = stablehlo.negate %0 : tensor<64xi32>
    %2 = stablehlo.convert %1 : (tensor<64xi32>) -> tensor<64xf32>
    %cst = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %4 = stablehlo.divide %2, %3 : tensor<64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.power %5, %4 : tensor<64xf32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<2048xi32>) -> tensor<2048x1x1xi32>
    %8 = stablehlo.convert %7 : (tensor<2048x1x1xi32>) -> tensor<2048x1x1xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2048x1x1xf32>) -> tensor<2048x1x64xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<2048x1x64xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<2048x1x64xf32>
    %13 = stablehlo.cosine %12 : tensor<2048x1x64xf32>
    %14 = stablehlo.sine %12 : tensor<2048x1x64xf32>
    %15 = stablehlo.slice %arg0 [0:2048, 0:16, 0:64] : (tensor<2048x16x128xbf16>) -> tensor<2048x16x64xbf16>
    %16 = stablehlo.slice %arg0 [0:2048, 0:16, 64:128] : (tensor<2048x16x128xbf16>) -> tensor<2048x16x64xbf16>
    %17 = stablehlo.convert %15 : (tensor<2048x16x64xbf16>) -> tensor<2048x16x64xf32>
    %18 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2048x1x64xf32>) -> tensor<2048x16x64xf32>
    %19 = stablehlo.multiply %17, %18 : tensor<2048x16x64xf32>
    %20 = stablehlo.convert %16 : (tensor<2048x16x64xbf16>) -> tensor<2048x16x64xf32>
    %21 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2048x1x64xf32>) -> tensor<2048x16x64xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<2048x16x64xf32>
    %23 = stablehlo.subtract %19, %22 : tensor<2048x16x64xf32>
    %24 = stablehlo.convert %16 : (tensor<2048x16x64xbf16>) -> tensor<2048x16x64xf32>
    %25 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2048x1x64xf32>) -> tensor<2048x16x64xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<2048x16x64xf32>
    %27 = stablehlo.convert %15 : (tensor<2048x16x64xbf16>) -> tensor<2048x16x64xf32>
    %28 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2048x1x64xf32>) -> tensor<2048x16x64xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<2048x16x64xf32>
    %30 = stablehlo.add %26, %29 : tensor<2048x16x64xf32>
    %31 = stablehlo.concatenate %23, %30, dim = 2 : (tensor<2048x16x64xf32>, tensor<2048x16x64xf32>) -> tensor<2048x16x128xf32>
    %32 = stablehlo.convert %31 : (tensor<2048x16x128xf32>) -> tensor<2048x16x128xbf16>
    return %32 : tensor<2048x16x128xbf16>
  }
}
