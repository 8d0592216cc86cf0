/** Replaces lodash's debounce. Without its options, because react-admin never sets them. */
module.exports = function debounce(work, wait = 0) {
  let timer
  let last
  function run() {
    const call = last
    cancel()
    return call && work.apply(call.self, call.args)
  }
  function cancel() {
    clearTimeout(timer)
    timer = last = undefined
  }
  function debounced(...args) {
    clearTimeout(timer)
    last = { self: this, args }
    timer = setTimeout(run, wait)
  }
  return Object.assign(debounced, { cancel, flush: run })
}
