;; The dot products of a question with every vector, sixteen bytes at a time. meaning.ts loads what wat2wasm makes of this.
(module
  (memory (export "memory") 1)
  ;; vectors: `count` of them, `dim` signed bytes each, one after the other; dim is a multiple of 16
  ;; question: `dim` signed 16-bit numbers; out: `count` 32-bit sums
  (func (export "dots") (param $vectors i32) (param $count i32) (param $dim i32) (param $question i32) (param $out i32)
    (local $end i32) (local $q i32) (local $bytes v128) (local $sum v128)
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $question))
        (local.set $end (i32.add (local.get $vectors) (local.get $dim)))
        (loop $step
          (local.set $bytes (v128.load (local.get $vectors)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $q)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
          (br_if $step (i32.lt_u (local.get $vectors) (local.get $end))))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each)))))
