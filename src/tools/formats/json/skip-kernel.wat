;; Passes over JSON, 64 bytes at a time, looking at quotes, backslashes, brackets and commas only.
(module
  (memory (export "memory") 5)
  (global $depth (export "depth") (mut i32) (i32.const 1))
  (global $commas (export "commas") (mut i32) (i32.const 0))
  ;; All ones inside a string, else 0.
  (global $inString (export "inString") (mut i64) (i64.const 0))
  ;; 1 when the first byte of the next block is escaped.
  (global $escaped (export "escaped") (mut i64) (i64.const 0))

  ;; The bits of the 64 bytes at $at that equal $byte once $fold was or-ed to them.
  (func $bits (param $at i32) (param $fold v128) (param $byte v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.or (v128.load (local.get $at)) (local.get $fold)) (local.get $byte))))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.or (v128.load offset=16 (local.get $at)) (local.get $fold)) (local.get $byte)))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.or (v128.load offset=32 (local.get $at)) (local.get $fold)) (local.get $byte)))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.or (v128.load offset=48 (local.get $at)) (local.get $fold)) (local.get $byte)))) (i64.const 48)))))

  ;; From $at (64 bytes or a multiple of them before $end) on: where the container closes, or -1.
  (func (export "skip") (param $at i32) (param $end i32) (result i32)
    (local $quotes i64) (local $slashes i64) (local $follows i64) (local $starts i64) (local $sum i64)
    (local $inside i64) (local $opens i64) (local $closes i64) (local $marks i64) (local $bit i64)
    (local $depth i32) (local $commas i32) (local $none v128) (local $fold v128)
    (local.set $depth (global.get $depth))
    (local.set $commas (global.get $commas))
    (local.set $fold (i8x16.splat (i32.const 0x20)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $quotes (call $bits (local.get $at) (local.get $none) (i8x16.splat (i32.const 0x22))))
        (local.set $slashes (call $bits (local.get $at) (local.get $none) (i8x16.splat (i32.const 0x5c))))
        (if (i64.ne (i64.or (local.get $slashes) (global.get $escaped)) (i64.const 0))
          (then
            (local.set $slashes (i64.and (local.get $slashes) (i64.xor (global.get $escaped) (i64.const -1))))
            (local.set $follows (i64.or (i64.shl (local.get $slashes) (i64.const 1)) (global.get $escaped)))
            (local.set $starts (i64.and (i64.and (local.get $slashes) (i64.const 0xaaaaaaaaaaaaaaaa)) (i64.xor (local.get $follows) (i64.const -1))))
            (local.set $sum (i64.add (local.get $starts) (local.get $slashes)))
            (global.set $escaped (i64.extend_i32_u (i64.lt_u (local.get $sum) (local.get $slashes))))
            (local.set $quotes
              (i64.and (local.get $quotes)
                (i64.xor (i64.const -1)
                  (i64.and (i64.xor (i64.const 0x5555555555555555) (i64.shl (local.get $sum) (i64.const 1))) (local.get $follows)))))))
        ;; A bit is set inside when an odd number of quotes stands at or before it.
        (local.set $inside (i64.xor (local.get $quotes) (i64.shl (local.get $quotes) (i64.const 1))))
        (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 2))))
        (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 4))))
        (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 8))))
        (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 16))))
        (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 32))))
        (local.set $inside (i64.xor (local.get $inside) (global.get $inString)))
        (global.set $inString (i64.shr_s (local.get $inside) (i64.const 63)))
        (local.set $inside (i64.xor (local.get $inside) (i64.const -1)))
        (local.set $opens (i64.and (local.get $inside) (call $bits (local.get $at) (local.get $fold) (i8x16.splat (i32.const 0x7b)))))
        (local.set $closes (i64.and (local.get $inside) (call $bits (local.get $at) (local.get $fold) (i8x16.splat (i32.const 0x7d)))))
        (if (i32.ge_s (i32.sub (local.get $depth) (i32.wrap_i64 (i64.popcnt (local.get $closes)))) (i32.const 2))
          (then
            ;; Too deep for the container itself to be touched.
            (local.set $depth
              (i32.add (local.get $depth)
                (i32.sub (i32.wrap_i64 (i64.popcnt (local.get $opens))) (i32.wrap_i64 (i64.popcnt (local.get $closes)))))))
          (else
            (local.set $marks
              (i64.or (i64.or (local.get $opens) (local.get $closes))
                (i64.and (local.get $inside) (call $bits (local.get $at) (local.get $none) (i8x16.splat (i32.const 0x2c))))))
            (block $over
              (loop $each
                (br_if $over (i64.eqz (local.get $marks)))
                (local.set $bit (i64.and (local.get $marks) (i64.sub (i64.const 0) (local.get $marks))))
                (local.set $marks (i64.xor (local.get $marks) (local.get $bit)))
                (if (i64.ne (i64.and (local.get $bit) (local.get $opens)) (i64.const 0))
                  (then (local.set $depth (i32.add (local.get $depth) (i32.const 1))))
                  (else
                    (if (i64.ne (i64.and (local.get $bit) (local.get $closes)) (i64.const 0))
                      (then
                        (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                        (if (i32.eqz (local.get $depth))
                          (then
                            (global.set $depth (i32.const 0))
                            (global.set $commas (local.get $commas))
                            (return (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $bit))))))))
                      (else
                        (local.set $commas (i32.add (local.get $commas) (i32.eq (local.get $depth) (i32.const 1))))))))
                (br $each)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (global.set $depth (local.get $depth))
    (global.set $commas (local.get $commas))
    (i32.const -1)))
