module @jit_mse attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x2048xbf16>, %arg1: tensor<4096x2048xbf16>) -> (tensor<bf16> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<4096x2048xbf16>
    %1 = stablehlo.multiply %0, %0 : tensor<4096x2048xbf16>
    %2 = stablehlo.convert %1 : (tensor<4096x2048xbf16>) -> tensor<4096x2048xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x2048xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0x4B000000> : tensor<f32>
    %4 = stablehlo.divide %3, %cst_0 : tensor<f32>
    %5 = stablehlo.convert %4 : (tensor<f32>) -> tensor<bf16>
    return %5 : tensor<bf16>
  }
}
