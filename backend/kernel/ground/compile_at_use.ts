import { Compiler } from '@vinejs/compiler'

/**
 * Vine compiles a shape on creation. Shapes of answers, events and configurations are mostly only described,
 * and a start creates hundreds: this compiles each on its first validation.
 */
const { compile } = Compiler.prototype

Compiler.prototype.compile = function (this: Compiler) {
  let compiled: ReturnType<typeof compile> | undefined
  return (...given) => (compiled ??= compile.call(this))(...given)
}
