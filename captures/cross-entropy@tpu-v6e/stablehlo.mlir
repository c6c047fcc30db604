module @jit_cross_entropy attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x32768xbf16>, %arg1: tensor<2048xi32>) -> (tensor<bf16> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<2048xi32>) -> tensor<2048x1xi32>
    %1 = call @take_along_axis(%arg0, %0) : (tensor<2048x32768xbf16>, tensor<2048x1xi32>) -> tensor<2048x1xbf16>
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %2 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<2048x32768xbf16>, tensor<bf16>) -> tensor<2048xbf16>
    %cst_0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2048xbf16>
    %4 = stablehlo.maximum %3, %2 : tensor<2048xbf16>
    %5 = stablehlo.is_finite %4 : (tensor<2048xbf16>) -> tensor<2048xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<2048xbf16>
    %7 = stablehlo.select %5, %4, %6 : tensor<2048xi1>, tensor<2048xbf16>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2048xbf16>) -> tensor<2048x1xbf16>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<2048x1xbf16>) -> tensor<2048x32768xbf16>
    %10 = stablehlo.subtract %arg0, %9 : tensor<2048x32768xbf16>
    %11 = stablehlo.exponential %10 : tensor<2048x32768xbf16>
    %12 = stablehlo.convert %11 : (tensor<2048x32768xbf16>) -> tensor<2048x32768xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<2048x32768xf32>, tensor<f32>) -> tensor<2048xf32>
    %14 = stablehlo.convert %13 : (tensor<2048xf32>) -> tensor<2048xbf16>
    %15 = stablehlo.abs %14 : tensor<2048xbf16>
    %16 = stablehlo.log %15 : tensor<2048xbf16>
    %17 = stablehlo.add %16, %7 : tensor<2048xbf16>
    %18 = stablehlo.reshape %1 : (tensor<2048x1xbf16>) -> tensor<2048xbf16>
    %19 = stablehlo.subtract %17, %18 : tensor<2048xbf16>
    %20 = stablehlo.convert %19 : (tensor<2048xbf16>) -> tensor<2048xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<2048xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %22 = stablehlo.divide %21, %cst_4 : tensor<f32>
    %23 = stablehlo.convert %22 : (tensor<f32>) -> tensor<bf16>
    return %23 : tensor<bf16>
  }
  func.func private @take_along_axis(%arg0: tensor<2048x32768xbf16>, %arg1: tensor<2048x1xi32>) -> tensor<2048x1xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2048x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2048x1xi32>, tensor<2048x1xi32>) -> tensor<2048x1xi1>
    %c_0 = stablehlo.constant dense<32768> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2048x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2048x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2048x1xi1>, tensor<2048x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<2048x1xi32>) -> tensor<2048x1x1xi32>
    %c_1 = stablehlo.constant dense<32767> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2048x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2048x1x1xi32>, tensor<2048x1x1xi32>) -> tensor<2048x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2048x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2048x1x1xi32>, tensor<2048x1x1xi32>) -> tensor<2048x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2048x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2048x1x1xi1>, tensor<i1>) -> tensor<2048x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<2048x32768xbf16>, tensor<2048x1x1xi32>) -> tensor<2048x1xbf16>
    %cst = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2048x1xbf16>
    %15 = stablehlo.select %12, %13, %14 : tensor<2048x1xi1>, tensor<2048x1xbf16>
    return %15 : tensor<2048x1xbf16>
  }
}
