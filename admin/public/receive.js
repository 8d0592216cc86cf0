// The upload page of a link: sends each chosen file by itself and shows how far it is. Without scripts, the form sends
// all files at once.
{
  const form = document.querySelector('form[data-words]')
  const words = JSON.parse(form.dataset.words)
  const list = document.querySelector('#uploads')
  const total = document.querySelector('#total')
  const { lang } = document.documentElement
  const atOnce = 3
  /** Before this time a speed says nothing. */
  const settledMs = 1000
  const shownMs = 500
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const waiting = []
  let running = 0
  let chosen = 0
  let arrived = 0

  const say = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name])
  const number = (value, options) => new Intl.NumberFormat(lang, options).format(value)

  // As on the other pages: `sizeOf` in formats.ts.
  function size(bytes) {
    const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
    const value = bytes / 1024 ** power
    const digits = power === 0 || value >= 100 ? 0 : 1
    return `${number(value, { maximumFractionDigits: digits })} ${units[power]}`
  }

  function left(seconds) {
    const [value, unit] =
      seconds < 60 ? [Math.ceil(seconds / 5) * 5, 'second'] : [Math.ceil(seconds / 60), 'minute']
    const time = number(value, { style: 'unit', unit, unitDisplay: 'long' })
    return say(words.left, { time })
  }

  function made(tag, values, parent) {
    return parent.appendChild(Object.assign(document.createElement(tag), values))
  }

  function add(file) {
    const row = made('li', {}, list)
    made('span', { className: 'called', textContent: file.name }, row)
    const retry = made('button', { type: 'button', className: 'button plain' }, row)
    retry.textContent = words.retry
    retry.setAttribute('aria-label', say(words.retryFile, { name: file.name }))
    const bar = made('progress', { max: 1, value: 0 }, row)
    bar.setAttribute('aria-label', file.name)
    const state = made('span', { className: 'state', textContent: words.waiting }, row)
    retry.hidden = true
    const item = { file, bar, state, retry }
    retry.addEventListener('click', () => {
      show(item, words.waiting)
      waiting.push(item)
      // The button goes away with the failure.
      list.focus()
      next()
    })
    waiting.push(item)
    chosen += 1
  }

  function show({ bar, state, retry }, sentence, isFailed = false) {
    state.textContent = sentence
    state.classList.toggle('wrong', isFailed)
    bar.hidden = isFailed
    retry.hidden = !isFailed
  }

  function next() {
    while (running < atOnce && waiting.length > 0) send(waiting.shift())
    total.textContent = say(words.total, { done: number(arrived), total: number(chosen) })
  }

  function send(item) {
    const { file, bar } = item
    const request = new XMLHttpRequest()
    const begun = performance.now()
    let shown = 0
    running += 1
    const finish = (sentence, isFailed) => {
      running -= 1
      show(item, sentence, isFailed)
      next()
    }
    request.upload.addEventListener('progress', ({ loaded, total: bytes }) => {
      bar.value = loaded / bytes
      const now = performance.now()
      if (now - shown < shownMs) return
      shown = now
      const sent = Math.min(loaded, file.size)
      const parts = [say(words.sent, { sent: size(sent), size: size(file.size) })]
      const speed = (loaded / (now - begun)) * 1000
      if (now - begun > settledMs && loaded < bytes) {
        parts.push(say(words.speed, { speed: size(speed) }), left((bytes - loaded) / speed))
      }
      show(item, parts.join(' · '))
    })
    request.addEventListener('load', () => {
      const page = request.response
      if (request.status !== 201) return finish(reasonOf(page), true)
      arrived += 1
      bar.value = 1
      const name = page?.querySelector('.stored li')?.textContent ?? file.name
      const isRenamed = name !== file.name
      finish(
        isRenamed ? say(words.arrivedAs, { name }) : say(words.arrived, { size: size(file.size) })
      )
    })
    request.addEventListener('error', () => finish(words.lost, true))
    const body = new FormData()
    body.append('file', file)
    request.open('POST', form.action)
    request.responseType = 'document'
    request.send(body)
  }

  /** The answer is the page that a visitor without scripts would get. */
  function reasonOf(page) {
    const said = page?.querySelector('.wrong') ?? page?.querySelector('[role=alert], h1')
    return said?.textContent.trim() || words.lost
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    for (const file of form.elements.namedItem('file').files) add(file)
    form.reset()
    list.parentElement.hidden = false
    next()
  })
  window.addEventListener('beforeunload', (event) => {
    if (running > 0) event.preventDefault()
  })
}
