module @jit_gradients attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<1024x1024xbf16>) -> (tensor<1024x1024xbf16> {jax.result_info = "result[0]"}, tensor<1024x1024xbf16> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %1:3 = call @silu(%0) : (tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>)
    %2 = stablehlo.dot_general %1#0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %3:3 = call @silu(%2) : (tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>)
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %4 = stablehlo.divide %cst, %cst_0 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %6 = stablehlo.convert %5 : (tensor<2048x1024xf32>) -> tensor<2048x1024xbf16>
    %7 = stablehlo.multiply %3#0, %6 : tensor<2048x1024xbf16>
    %8 = stablehlo.multiply %6, %3#0 : tensor<2048x1024xbf16>
    %9 = stablehlo.add %8, %7 : tensor<2048x1024xbf16>
    %10 = call @silu_0(%3#1, %3#2, %2, %9) : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %11 = stablehlo.dot_general %10, %1#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<1024x1024xbf16>
    %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %13 = stablehlo.dot_general %10, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %14 = call @silu_0(%1#1, %1#2, %0, %13) : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %15 = stablehlo.dot_general %14, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<1024x1024xbf16>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    return %16, %12 : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>
  }
  func.func private @silu(%arg0: tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<2048x1024xbf16>
    %1 = stablehlo.exponential %0 : tensor<2048x1024xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
    %3 = stablehlo.add %2, %1 : tensor<2048x1024xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<2048x1024xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<2048x1024xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<2048x1024xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<2048x1024xbf16>
    return %9, %8, %5 : tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>
  }
  func.func private @silu_0(%arg0: tensor<2048x1024xbf16>, %arg1: tensor<2048x1024xbf16>, %arg2: tensor<2048x1024xbf16>, %arg3: tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<2048x1024xbf16>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<2048x1024xbf16>
    %2 = stablehlo.multiply %0, %arg0 : tensor<2048x1024xbf16>
    %3 = stablehlo.add %1, %2 : tensor<2048x1024xbf16>
    return %3 : tensor<2048x1024xbf16>
  }
}
