module @jit_pipeline attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["chips"=8]> {stablehlo.mesh = {axes = [{name = "chips", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<65536x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}, %arg1: tensor<4096x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<4096x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<65536x4096xbf16> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"chips"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"chips"}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"chips"}, {}]>] manual_axes={"chips"} (%arg3: tensor<8192x4096xbf16>, %arg4: tensor<4096x4096xbf16>, %arg5: tensor<4096x4096xbf16>) {
      %1 = stablehlo.slice %arg3 [0:2048, 0:4096] : (tensor<8192x4096xbf16>) -> tensor<2048x4096xbf16>
      %2 = stablehlo.slice %arg3 [2048:4096, 0:4096] : (tensor<8192x4096xbf16>) -> tensor<2048x4096xbf16>
      %3 = stablehlo.slice %arg3 [4096:6144, 0:4096] : (tensor<8192x4096xbf16>) -> tensor<2048x4096xbf16>
      %4 = stablehlo.slice %arg3 [6144:8192, 0:4096] : (tensor<8192x4096xbf16>) -> tensor<2048x4096xbf16>
      %5 = stablehlo.dot_general %1, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %6 = stablehlo.multiply %5, %5 : tensor<2048x4096xbf16>
      %7 = stablehlo.multiply %6, %5 : tensor<2048x4096xbf16>
      %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %8 = stablehlo.convert %cst : (tensor<f32>) -> tensor<bf16>
      %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %10 = stablehlo.multiply %9, %7 : tensor<2048x4096xbf16>
      %11 = stablehlo.add %5, %10 : tensor<2048x4096xbf16>
      %cst_0 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %13 = stablehlo.multiply %12, %11 : tensor<2048x4096xbf16>
      %14 = stablehlo.tanh %13 : tensor<2048x4096xbf16>
      %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %15 = stablehlo.convert %cst_1 : (tensor<f32>) -> tensor<bf16>
      %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %17 = stablehlo.add %16, %14 : tensor<2048x4096xbf16>
      %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %18 = stablehlo.convert %cst_2 : (tensor<f32>) -> tensor<bf16>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %20 = stablehlo.multiply %19, %17 : tensor<2048x4096xbf16>
      %21 = stablehlo.multiply %5, %20 : tensor<2048x4096xbf16>
      %22 = "stablehlo.collective_permute"(%21) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
      %23 = stablehlo.dot_general %22, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %24 = stablehlo.multiply %23, %23 : tensor<2048x4096xbf16>
      %25 = stablehlo.multiply %24, %23 : tensor<2048x4096xbf16>
      %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %26 = stablehlo.convert %cst_3 : (tensor<f32>) -> tensor<bf16>
      %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %28 = stablehlo.multiply %27, %25 : tensor<2048x4096xbf16>
      %29 = stablehlo.add %23, %28 : tensor<2048x4096xbf16>
      %cst_4 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %31 = stablehlo.multiply %30, %29 : tensor<2048x4096xbf16>
      %32 = stablehlo.tanh %31 : tensor<2048x4096xbf16>
      %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %33 = stablehlo.convert %cst_5 : (tensor<f32>) -> tensor<bf16>
      %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %35 = stablehlo.add %34, %32 : tensor<2048x4096xbf16>
      %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %36 = stablehlo.convert %cst_6 : (tensor<f32>) -> tensor<bf16>
      %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %38 = stablehlo.multiply %37, %35 : tensor<2048x4096xbf16>
      %39 = stablehlo.multiply %23, %38 : tensor<2048x4096xbf16>
      %40 = stablehlo.dot_general %2, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %41 = stablehlo.multiply %40, %40 : tensor<2048x4096xbf16>
      %42 = stablehlo.multiply %41, %40 : tensor<2048x4096xbf16>
      %cst_7 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %43 = stablehlo.convert %cst_7 : (tensor<f32>) -> tensor<bf16>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %45 = stablehlo.multiply %44, %42 : tensor<2048x4096xbf16>
      %46 = stablehlo.add %40, %45 : tensor<2048x4096xbf16>
      %cst_8 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %47 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %48 = stablehlo.multiply %47, %46 : tensor<2048x4096xbf16>
      %49 = stablehlo.tanh %48 : tensor<2048x4096xbf16>
      %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %50 = stablehlo.convert %cst_9 : (tensor<f32>) -> tensor<bf16>
      %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %52 = stablehlo.add %51, %49 : tensor<2048x4096xbf16>
      %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %53 = stablehlo.convert %cst_10 : (tensor<f32>) -> tensor<bf16>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %55 = stablehlo.multiply %54, %52 : tensor<2048x4096xbf16>
      %56 = stablehlo.multiply %40, %55 : tensor<2048x4096xbf16>
      %57 = "stablehlo.collective_permute"(%56) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
      %58 = stablehlo.dot_general %57, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %59 = stablehlo.multiply %58, %58 : tensor<2048x4096xbf16>
      %60 = stablehlo.multiply %59, %58 : tensor<2048x4096xbf16>
      %cst_11 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %61 = stablehlo.convert %cst_11 : (tensor<f32>) -> tensor<bf16>
      %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %63 = stablehlo.multiply %62, %60 : tensor<2048x4096xbf16>
      %64 = stablehlo.add %58, %63 : tensor<2048x4096xbf16>
      %cst_12 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %65 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %66 = stablehlo.multiply %65, %64 : tensor<2048x4096xbf16>
      %67 = stablehlo.tanh %66 : tensor<2048x4096xbf16>
      %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %68 = stablehlo.convert %cst_13 : (tensor<f32>) -> tensor<bf16>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %70 = stablehlo.add %69, %67 : tensor<2048x4096xbf16>
      %cst_14 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %71 = stablehlo.convert %cst_14 : (tensor<f32>) -> tensor<bf16>
      %72 = stablehlo.broadcast_in_dim %71, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %73 = stablehlo.multiply %72, %70 : tensor<2048x4096xbf16>
      %74 = stablehlo.multiply %58, %73 : tensor<2048x4096xbf16>
      %75 = stablehlo.dot_general %3, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %76 = stablehlo.multiply %75, %75 : tensor<2048x4096xbf16>
      %77 = stablehlo.multiply %76, %75 : tensor<2048x4096xbf16>
      %cst_15 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %78 = stablehlo.convert %cst_15 : (tensor<f32>) -> tensor<bf16>
      %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %80 = stablehlo.multiply %79, %77 : tensor<2048x4096xbf16>
      %81 = stablehlo.add %75, %80 : tensor<2048x4096xbf16>
      %cst_16 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %82 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %83 = stablehlo.multiply %82, %81 : tensor<2048x4096xbf16>
      %84 = stablehlo.tanh %83 : tensor<2048x4096xbf16>
      %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %85 = stablehlo.convert %cst_17 : (tensor<f32>) -> tensor<bf16>
      %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %87 = stablehlo.add %86, %84 : tensor<2048x4096xbf16>
      %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %88 = stablehlo.convert %cst_18 : (tensor<f32>) -> tensor<bf16>
      %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %90 = stablehlo.multiply %89, %87 : tensor<2048x4096xbf16>
      %91 = stablehlo.multiply %75, %90 : tensor<2048x4096xbf16>
      %92 = "stablehlo.collective_permute"(%91) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
      %93 = stablehlo.dot_general %92, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %94 = stablehlo.multiply %93, %93 : tensor<2048x4096xbf16>
      %95 = stablehlo.multiply %94, %93 : tensor<2048x4096xbf16>
      %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %96 = stablehlo.convert %cst_19 : (tensor<f32>) -> tensor<bf16>
      %97 = stablehlo.broadcast_in_dim %96, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %98 = stablehlo.multiply %97, %95 : tensor<2048x4096xbf16>
      %99 = stablehlo.add %93, %98 : tensor<2048x4096xbf16>
      %cst_20 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %100 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %101 = stablehlo.multiply %100, %99 : tensor<2048x4096xbf16>
      %102 = stablehlo.tanh %101 : tensor<2048x4096xbf16>
      %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %103 = stablehlo.convert %cst_21 : (tensor<f32>) -> tensor<bf16>
      %104 = stablehlo.broadcast_in_dim %103, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %105 = stablehlo.add %104, %102 : tensor<2048x4096xbf16>
      %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %106 = stablehlo.convert %cst_22 : (tensor<f32>) -> tensor<bf16>
      %107 = stablehlo.broadcast_in_dim %106, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %108 = stablehlo.multiply %107, %105 : tensor<2048x4096xbf16>
      %109 = stablehlo.multiply %93, %108 : tensor<2048x4096xbf16>
      %110 = stablehlo.dot_general %4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %111 = stablehlo.multiply %110, %110 : tensor<2048x4096xbf16>
      %112 = stablehlo.multiply %111, %110 : tensor<2048x4096xbf16>
      %cst_23 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %113 = stablehlo.convert %cst_23 : (tensor<f32>) -> tensor<bf16>
      %114 = stablehlo.broadcast_in_dim %113, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %115 = stablehlo.multiply %114, %112 : tensor<2048x4096xbf16>
      %116 = stablehlo.add %110, %115 : tensor<2048x4096xbf16>
      %cst_24 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %117 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %118 = stablehlo.multiply %117, %116 : tensor<2048x4096xbf16>
      %119 = stablehlo.tanh %118 : tensor<2048x4096xbf16>
      %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %120 = stablehlo.convert %cst_25 : (tensor<f32>) -> tensor<bf16>
      %121 = stablehlo.broadcast_in_dim %120, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %122 = stablehlo.add %121, %119 : tensor<2048x4096xbf16>
      %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %123 = stablehlo.convert %cst_26 : (tensor<f32>) -> tensor<bf16>
      %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %125 = stablehlo.multiply %124, %122 : tensor<2048x4096xbf16>
      %126 = stablehlo.multiply %110, %125 : tensor<2048x4096xbf16>
      %127 = "stablehlo.collective_permute"(%126) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
      %128 = stablehlo.dot_general %127, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
      %129 = stablehlo.multiply %128, %128 : tensor<2048x4096xbf16>
      %130 = stablehlo.multiply %129, %128 : tensor<2048x4096xbf16>
      %cst_27 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %131 = stablehlo.convert %cst_27 : (tensor<f32>) -> tensor<bf16>
      %132 = stablehlo.broadcast_in_dim %131, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %133 = stablehlo.multiply %132, %130 : tensor<2048x4096xbf16>
      %134 = stablehlo.add %128, %133 : tensor<2048x4096xbf16>
      %cst_28 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
      %135 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %136 = stablehlo.multiply %135, %134 : tensor<2048x4096xbf16>
      %137 = stablehlo.tanh %136 : tensor<2048x4096xbf16>
      %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %138 = stablehlo.convert %cst_29 : (tensor<f32>) -> tensor<bf16>
      %139 = stablehlo.broadcast_in_dim %138, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %140 = stablehlo.add %139, %137 : tensor<2048x4096xbf16>
      %cst_30 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %141 = stablehlo.convert %cst_30 : (tensor<f32>) -> tensor<bf16>
      %142 = stablehlo.broadcast_in_dim %141, dims = [] : (tensor<bf16>) -> tensor<2048x4096xbf16>
      %143 = stablehlo.multiply %142, %140 : tensor<2048x4096xbf16>
      %144 = stablehlo.multiply %128, %143 : tensor<2048x4096xbf16>
      %145 = stablehlo.concatenate %39, %74, %109, %144, dim = 0 : (tensor<2048x4096xbf16>, tensor<2048x4096xbf16>, tensor<2048x4096xbf16>, tensor<2048x4096xbf16>) -> tensor<8192x4096xbf16>
      sdy.return %145 : tensor<8192x4096xbf16>
    } : (tensor<65536x4096xbf16>, tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<65536x4096xbf16>
    return %0 : tensor<65536x4096xbf16>
  }
}
