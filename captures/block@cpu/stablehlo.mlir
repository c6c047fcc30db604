module @jit_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x1024xbf16>, %arg1: tensor<1024x384xbf16>, %arg2: tensor<128x1024xbf16>, %arg3: tensor<1024x4096xbf16>, %arg4: tensor<4096x1024xbf16>) -> (tensor<2048x1024xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2048x1024xbf16>
    %1 = stablehlo.convert %0 : (tensor<2048x1024xbf16>) -> tensor<2048x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2048x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<2048x1xf32>
    %6 = stablehlo.convert %5 : (tensor<2048x1xf32>) -> tensor<2048x1xbf16>
    %cst_1 = stablehlo.constant dense<9.983770e-07> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<2048x1xbf16>
    %8 = stablehlo.add %6, %7 : tensor<2048x1xbf16>
    %9 = stablehlo.rsqrt %8 : tensor<2048x1xbf16>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2048x1xbf16>) -> tensor<2048x1024xbf16>
    %11 = stablehlo.multiply %arg0, %10 : tensor<2048x1024xbf16>
    %12 = stablehlo.dot_general %11, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x384xbf16>) -> tensor<2048x384xbf16>
    %13 = stablehlo.slice %12 [0:2048, 0:128] : (tensor<2048x384xbf16>) -> tensor<2048x128xbf16>
    %14 = stablehlo.slice %12 [0:2048, 128:256] : (tensor<2048x384xbf16>) -> tensor<2048x128xbf16>
    %15 = stablehlo.slice %12 [0:2048, 256:384] : (tensor<2048x384xbf16>) -> tensor<2048x128xbf16>
    %16 = stablehlo.transpose %14, dims = [1, 0] : (tensor<2048x128xbf16>) -> tensor<128x2048xbf16>
    %17 = stablehlo.dot_general %13, %16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x128xbf16>, tensor<128x2048xbf16>) -> tensor<2048x2048xbf16>
    %cst_2 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<2048x2048xbf16>
    %19 = stablehlo.multiply %17, %18 : tensor<2048x2048xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %20 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.maximum across dimensions = [1] : (tensor<2048x2048xbf16>, tensor<bf16>) -> tensor<2048xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<2048xbf16>
    %22 = stablehlo.maximum %21, %20 : tensor<2048xbf16>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<2048xbf16>) -> tensor<2048x1xbf16>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2048x1xbf16>) -> tensor<2048x2048xbf16>
    %25 = stablehlo.subtract %19, %24 : tensor<2048x2048xbf16>
    %26 = stablehlo.exponential %25 : tensor<2048x2048xbf16>
    %27 = stablehlo.convert %26 : (tensor<2048x2048xbf16>) -> tensor<2048x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1xf32>
    %30 = stablehlo.convert %29 : (tensor<2048x1xf32>) -> tensor<2048x1xbf16>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<2048x1xbf16>) -> tensor<2048x2048xbf16>
    %32 = stablehlo.divide %26, %31 : tensor<2048x2048xbf16>
    %33 = stablehlo.dot_general %32, %15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x2048xbf16>, tensor<2048x128xbf16>) -> tensor<2048x128xbf16>
    %34 = stablehlo.dot_general %33, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x128xbf16>, tensor<128x1024xbf16>) -> tensor<2048x1024xbf16>
    %35 = stablehlo.add %arg0, %34 : tensor<2048x1024xbf16>
    %36 = stablehlo.multiply %35, %35 : tensor<2048x1024xbf16>
    %37 = stablehlo.convert %36 : (tensor<2048x1024xbf16>) -> tensor<2048x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1xf32>
    %cst_7 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2048x1xf32>
    %41 = stablehlo.divide %39, %40 : tensor<2048x1xf32>
    %42 = stablehlo.convert %41 : (tensor<2048x1xf32>) -> tensor<2048x1xbf16>
    %cst_8 = stablehlo.constant dense<9.983770e-07> : tensor<bf16>
    %43 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<2048x1xbf16>
    %44 = stablehlo.add %42, %43 : tensor<2048x1xbf16>
    %45 = stablehlo.rsqrt %44 : tensor<2048x1xbf16>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<2048x1xbf16>) -> tensor<2048x1024xbf16>
    %47 = stablehlo.multiply %35, %46 : tensor<2048x1024xbf16>
    %48 = stablehlo.dot_general %47, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2048x4096xbf16>
    %49 = call @silu(%48) : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
    %50 = stablehlo.dot_general %49, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2048x1024xbf16>
    %51 = stablehlo.add %35, %50 : tensor<2048x1024xbf16>
    return %51 : tensor<2048x1024xbf16>
  }
  func.func private @silu(%arg0: tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<2048x4096xbf16>
    %1 = stablehlo.exponential %0 : tensor<2048x4096xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
    %3 = stablehlo.add %2, %1 : tensor<2048x4096xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<2048x4096xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<2048x4096xbf16>
    return %6 : tensor<2048x4096xbf16>
  }
}
