module @jit_gradients attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<1024x1024xbf16>) -> (tensor<1024x1024xbf16> {jax.result_info = "result[0]"}, tensor<1024x1024xbf16> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %1 = stablehlo.reduce_precision %0, format = e8m7 : tensor<2048x1024xbf16>
    %2 = call @silu(%1) : (tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %4 = stablehlo.reduce_precision %3, format = e8m7 : tensor<2048x1024xbf16>
    %5 = call @silu(%4) : (tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %6 = stablehlo.divide %cst, %cst_0 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %8 = stablehlo.convert %7 : (tensor<2048x1024xf32>) -> tensor<2048x1024xbf16>
    %9 = stablehlo.multiply %5, %8 : tensor<2048x1024xbf16>
    %10 = stablehlo.multiply %8, %5 : tensor<2048x1024xbf16>
    %11 = stablehlo.add %10, %9 : tensor<2048x1024xbf16>
    %12:4 = stablehlo.optimization_barrier %4, %2, %arg2, %11 : tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<1024x1024xbf16>, tensor<2048x1024xbf16>
    %13:2 = call @silu_0(%12#0) : (tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>)
    %14 = call @silu_1(%13#0, %12#0, %13#1, %12#3) : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %15 = stablehlo.dot_general %14, %12#1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<1024x1024xbf16>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %17 = stablehlo.dot_general %14, %12#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
    %18:3 = stablehlo.optimization_barrier %1, %arg0, %17 : tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>
    %19:2 = call @silu_0(%18#0) : (tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>)
    %20 = call @silu_1(%19#0, %18#0, %19#1, %18#2) : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
    %21 = stablehlo.dot_general %20, %18#1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<1024x1024xbf16>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    return %22, %16 : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>
  }
  func.func private @silu(%arg0: tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<2048x1024xbf16>
    %1 = stablehlo.exponential %0 : tensor<2048x1024xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
    %3 = stablehlo.add %2, %1 : tensor<2048x1024xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2048x1024xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<2048x1024xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<2048x1024xbf16>
    return %6 : tensor<2048x1024xbf16>
  }
  func.func private @silu_0(%arg0: tensor<2048x1024xbf16>) -> (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) {
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
    return %5, %8 : tensor<2048x1024xbf16>, tensor<2048x1024xbf16>
  }
  func.func private @silu_1(%arg0: tensor<2048x1024xbf16>, %arg1: tensor<2048x1024xbf16>, %arg2: tensor<2048x1024xbf16>, %arg3: tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<2048x1024xbf16>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<2048x1024xbf16>
    %2 = stablehlo.multiply %0, %arg2 : tensor<2048x1024xbf16>
    %3 = stablehlo.add %1, %2 : tensor<2048x1024xbf16>
    return %3 : tensor<2048x1024xbf16>
  }
}
