import { Compiler } from '@vinejs/compiler'

/**
 * Vine compiles a shape when it is made. That of an answer, an event or a configuration is mostly made to be described,
 * and hundreds are made at a start: each is compiled when it is first asked to validate.
 */
const { compile } = Compiler.prototype

Compiler.prototype.compile = function (this: Compiler) {
  let compiled: ReturnType<typeof compile> | undefined
  return (...given) => (compiled ??= compile.call(this))(...given)
}
