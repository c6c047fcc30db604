module @jit_checkpoint_layers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024x1024xbf16>, %arg1: tensor<8x1024x1024xbf16>) -> (tensor<8x1024x1024xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x1024x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_4 = %c, %iterArg_5 = %arg0, %iterArg_6 = %0) : tensor<8x1024x1024xbf16>, tensor<i32>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>
    cond {
      %c_7 = stablehlo.constant dense<8> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<8x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %8 = stablehlo.dot_general %iterArg_5, %7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
      %9 = stablehlo.multiply %8, %8 : tensor<1024x1024xbf16>
      %10 = stablehlo.multiply %9, %8 : tensor<1024x1024xbf16>
      %cst_7 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
      %11 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %12 = stablehlo.multiply %11, %10 : tensor<1024x1024xbf16>
      %13 = stablehlo.add %8, %12 : tensor<1024x1024xbf16>
      %cst_8 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %14 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %15 = stablehlo.multiply %14, %13 : tensor<1024x1024xbf16>
      %16 = stablehlo.tanh %15 : tensor<1024x1024xbf16>
      %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
      %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %18 = stablehlo.add %17, %16 : tensor<1024x1024xbf16>
      %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
      %19 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %20 = stablehlo.multiply %19, %18 : tensor<1024x1024xbf16>
      %21 = stablehlo.multiply %8, %20 : tensor<1024x1024xbf16>
      %22 = stablehlo.add %21, %iterArg_5 : tensor<1024x1024xbf16>
      %23 = func.call @dynamic_update_index_in_dim(%iterArg_6, %iterArg_5, %iterArg_4) : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<8x1024x1024xbf16>
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_4, %c_11 : tensor<i32>
      stablehlo.return %iterArg, %24, %22, %23 : tensor<8x1024x1024xbf16>, tensor<i32>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>
    }
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0x49800000> : tensor<f32>
    %2 = stablehlo.divide %cst_0, %cst_1 : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %4 = stablehlo.convert %3 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<8x1024x1024xbf16>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:5 = stablehlo.while(%iterArg = %1#3, %iterArg_4 = %arg1, %iterArg_5 = %c_3, %iterArg_6 = %4, %iterArg_7 = %5) : tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<i32>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>
    cond {
      %c_8 = stablehlo.constant dense<8> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %c_8 = stablehlo.constant dense<8> : tensor<i32>
      %7 = stablehlo.subtract %c_8, %iterArg_5 : tensor<i32>
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.subtract %7, %c_9 : tensor<i32>
      %9 = func.call @dynamic_index_in_dim(%iterArg, %8) : (tensor<8x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %10 = func.call @dynamic_index_in_dim(%iterArg_4, %8) : (tensor<8x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %11:3 = stablehlo.optimization_barrier %9, %10, %iterArg_6 : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>
      %12 = stablehlo.dot_general %11#0, %11#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
      %13 = stablehlo.multiply %12, %12 : tensor<1024x1024xbf16>
      %14 = stablehlo.multiply %13, %12 : tensor<1024x1024xbf16>
      %15 = stablehlo.multiply %12, %12 : tensor<1024x1024xbf16>
      %cst_10 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
      %16 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %17 = stablehlo.multiply %16, %15 : tensor<1024x1024xbf16>
      %cst_11 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
      %18 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %19 = stablehlo.multiply %18, %14 : tensor<1024x1024xbf16>
      %20 = stablehlo.add %12, %19 : tensor<1024x1024xbf16>
      %cst_12 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %21 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %22 = stablehlo.multiply %21, %20 : tensor<1024x1024xbf16>
      %23 = stablehlo.tanh %22 : tensor<1024x1024xbf16>
      %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
      %24 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %25 = stablehlo.add %24, %23 : tensor<1024x1024xbf16>
      %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
      %26 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %27 = stablehlo.subtract %26, %23 : tensor<1024x1024xbf16>
      %28 = stablehlo.multiply %25, %27 : tensor<1024x1024xbf16>
      %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
      %29 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %30 = stablehlo.add %29, %23 : tensor<1024x1024xbf16>
      %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
      %31 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %32 = stablehlo.multiply %31, %30 : tensor<1024x1024xbf16>
      %33 = stablehlo.multiply %12, %11#2 : tensor<1024x1024xbf16>
      %34 = stablehlo.multiply %11#2, %32 : tensor<1024x1024xbf16>
      %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
      %35 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %36 = stablehlo.multiply %35, %33 : tensor<1024x1024xbf16>
      %37 = stablehlo.multiply %36, %28 : tensor<1024x1024xbf16>
      %cst_18 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %38 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %39 = stablehlo.multiply %38, %37 : tensor<1024x1024xbf16>
      %40 = stablehlo.add %34, %39 : tensor<1024x1024xbf16>
      %cst_19 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
      %41 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
      %42 = stablehlo.multiply %41, %39 : tensor<1024x1024xbf16>
      %43 = stablehlo.multiply %42, %17 : tensor<1024x1024xbf16>
      %44 = stablehlo.add %40, %43 : tensor<1024x1024xbf16>
      %45 = stablehlo.dot_general %44, %11#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
      %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
      %47 = stablehlo.dot_general %44, %11#1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
      %48 = stablehlo.add %11#2, %47 : tensor<1024x1024xbf16>
      %49 = func.call @dynamic_update_index_in_dim(%iterArg_7, %46, %8) : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<8x1024x1024xbf16>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %50 = stablehlo.add %iterArg_5, %c_20 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_4, %50, %48, %49 : tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<i32>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>
    }
    return %6#4 : tensor<8x1024x1024xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x1024x1024xbf16>, %arg1: tensor<i32>) -> tensor<1024x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 1024] : (tensor<8x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    return %1 : tensor<1024x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x1024x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<i32>) -> tensor<8x1024x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x1024xbf16>) -> tensor<1x1024x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x1024x1024xbf16>, tensor<1x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x1024x1024xbf16>
    return %1 : tensor<8x1024x1024xbf16>
  }
}
