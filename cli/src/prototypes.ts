// The first import of the process: what a server answers can add no key to what all objects share.
for (const kind of [Object, Array, Function, String, Number, Boolean]) {
  Object.seal(kind)
  Object.seal(kind.prototype)
}
