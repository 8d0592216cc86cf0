// As hoist-non-react-statics, without asking what kind of component it is: what React gives a meaning stays.
const react = new Set(
  (
    'childContextTypes contextType contextTypes defaultProps displayName getDefaultProps getDerivedStateFromError ' +
    'getDerivedStateFromProps mixins propTypes type $$typeof render compare name length prototype caller callee ' +
    'arguments arity'
  ).split(' ')
)

module.exports = function hoist(target, source, left = {}) {
  if (typeof source === 'string') return target
  for (const key of Reflect.ownKeys(source)) {
    if (react.has(key) || left[key] || Object.hasOwn(target, key)) continue
    Object.defineProperty(target, key, Object.getOwnPropertyDescriptor(source, key))
  }
  return target
}
