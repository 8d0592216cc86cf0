/**
 * As lodash's isEqual for what this console compares (JSON, dates, maps, sets, and whatever else by identity), in a
 * tenth of the code.
 */
function isEqual(one, other) {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const { constructor } = one
  if (constructor !== other.constructor) return false
  if (constructor === Date || constructor === RegExp) {
    return Object.is(+one, +other) && String(one) === String(other)
  }
  if (constructor === Map || constructor === Set) {
    return one.size === other.size && isEqual([...one], [...other])
  }
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}

module.exports = isEqual
