// The API reference: search, copy and requests. Pages change without a reload, so that the token in memory stays.
{
  const words = JSON.parse(document.querySelector('.top').dataset.words)
  const one = (selector, where = document) => where.querySelector(selector)
  const all = (selector, where = document) => [...where.querySelectorAll(selector)]
  const say = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name])
  const sections = one('#sections')
  const search = one('#search')
  const status = one('#said')
  const shownMs = 2000
  const mostShown = 200_000

  /** Kept in memory on this page only. */
  let token = ''
  let usesToken = false
  /** The owner of the session; requested once. */
  let session = null
  /** The requests that the visitor has confirmed, by method and path. */
  const agreed = new Set()

  // Copy

  async function copy(value) {
    if (navigator.clipboard) return navigator.clipboard.writeText(value)
    // Without https there is no clipboard.
    const area = document.createElement('textarea')
    area.value = value
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }

  async function copied(button) {
    await copy(button.dataset.copy)
    const label = one('span', button)
    const before = button.getAttribute('aria-label')
    button.classList.add('done')
    button.setAttribute('aria-label', words.copied)
    if (label) label.textContent = words.copied
    status.textContent = words.copied
    setTimeout(() => {
      button.classList.remove('done')
      button.setAttribute('aria-label', before)
      if (label) label.textContent = words.copy
      status.textContent = ''
    }, shownMs)
  }

  // Search

  const links = all('a[data-path]', sections).map((link) => ({
    link,
    words: `${one('.m', link).title || ''} ${link.textContent} ${link.dataset.path}`.toLowerCase(),
  }))
  const opened = new Set()

  function find() {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    let hits = 0
    for (const { link, words: whole } of links) {
      const isHit = parts.every((part) => whole.includes(part))
      link.parentElement.hidden = !isHit
      if (isHit) hits++
    }
    for (const section of all('details', sections)) {
      const has = all('li', section).some((row) => !row.hidden)
      section.hidden = !has
      if (parts.length > 0 && has && !section.open) {
        section.open = true
        opened.add(section)
      }
      if (parts.length === 0 && opened.has(section)) {
        section.open = one('[aria-current]', section) !== null
      }
    }
    if (parts.length === 0) opened.clear()
    sections.classList.toggle('open', parts.length > 0)
    status.textContent = parts.length > 0 ? say(words.hits, { count: hits }) : ''
    one('.none', sections).hidden = hits > 0
  }

  const firstHit = () => links.find(({ link }) => !link.parentElement.hidden)?.link

  search.addEventListener('input', find)
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = ''
      find()
      search.blur()
    }
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    firstHit()?.focus()
  })
  search.form.addEventListener('submit', (event) => {
    const hit = firstHit()
    if (!search.value.trim() || !hit) return
    event.preventDefault()
    search.blur()
    void go(hit.href)
  })
  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })

  // Pages

  /** Shows another page of the reference without a reload. */
  async function go(address, isBack = false) {
    const to = new URL(address, location.href)
    let page
    try {
      const answer = await fetch(to, { headers: { accept: 'text/html' } })
      page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    } catch {
      page = null
    }
    const main = page && one('main', page)
    if (!main || !one('#sections', page)) return location.assign(to)
    if (!isBack) history.pushState(null, '', to)
    document.title = page.title
    one('main').replaceWith(main)
    search.value = ''
    find()
    for (const link of all('[aria-current]', sections)) link.removeAttribute('aria-current')
    const current = all('a', sections).find((link) => link.getAttribute('href') === to.pathname)
    current?.setAttribute('aria-current', 'page')
    const section = current?.closest('details')
    for (const other of all('details', sections)) if (section) other.open = other === section
    current?.scrollIntoView({ block: 'nearest' })
    begin()
    const target = to.hash && document.getElementById(to.hash.slice(1))
    if (target) target.scrollIntoView()
    else scrollTo(0, 0)
    one('h1').focus({ preventScroll: true })
  }

  addEventListener('popstate', () => void go(location.href, true))

  // Requests

  /** The URL, headers and body of a request from the form's fields. @throws Error for invalid JSON */
  function requestOf(form) {
    let path = form.dataset.path
    const query = new URLSearchParams()
    const headers = new Headers({ accept: 'application/json' })
    const fields = {}
    const data = new FormData()
    let bytes
    let whole
    const part = one('[data-body]:not([hidden])', form)
    for (const field of all('[data-in]', form)) {
      const { name, value } = field
      const isElsewhere = field.closest('[data-body]') && field.closest('[data-body]') !== part
      if (isElsewhere || (field.type === 'file' ? !field.files[0] : value === '')) continue
      const place = field.dataset.in
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
      if (place === 'query') query.set(name, value)
      if (place === 'header') headers.set(name, value)
      if (place === 'form') data.append(name, value)
      if (place === 'bytes') bytes = field.files[0]
      if (place === 'whole') whole = jsonOf(field)
      if (place === 'body') fields[name] = 'json' in field.dataset ? jsonOf(field) : value
    }
    for (const field of all('[data-in=file]', form)) {
      if (field.closest('[data-body]') === part && field.files[0])
        data.append(field.name, field.files[0])
    }
    const type = part?.dataset.body
    if (type === 'application/json') headers.set('content-type', type)
    const body =
      type === 'application/json'
        ? JSON.stringify(whole ?? fields)
        : type === 'multipart/form-data'
          ? data
          : bytes
    return { path: query.size > 0 ? `${path}?${query}` : path, headers, body }
  }

  function jsonOf({ name, value }) {
    try {
      return JSON.parse(value)
    } catch {
      throw new Error(say(words.json, { field: name }))
    }
  }

  const cookie = (name) =>
    document.cookie
      .split('; ')
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)

  /** The request of a form; undefined, with a message, when a field is missing or invalid. */
  function checked(form) {
    const wrong = one('.wrong', form)
    wrong.hidden = true
    const missing = all('[required]', form).find(
      (field) => !field.checkValidity() && !field.closest('[hidden]')
    )
    if (missing) return void missing.reportValidity()
    try {
      return requestOf(form)
    } catch (error) {
      wrong.textContent = error.message
      wrong.hidden = false
    }
  }

  async function send(form) {
    const request = checked(form)
    if (!request) return
    const wrong = one('.wrong', form)
    const { method } = form.dataset
    const { path, headers, body } = request
    if (session === null && !usesToken && 'signedIn' in form.dataset) await whoIsIt(form)
    if (usesToken || !session) {
      if (token) headers.set('authorization', `Bearer ${token}`)
    } else {
      headers.set('x-session', session.id)
      headers.set('x-xsrf-token', decodeURIComponent(cookie('XSRF-TOKEN') ?? ''))
    }
    const button = one('.send .primary', form)
    button.disabled = true
    const began = performance.now()
    try {
      const credentials = usesToken || !session ? 'omit' : 'same-origin'
      const answer = await fetch(path, { method, headers, body, credentials })
      const shown = await readable(answer)
      show(form, answer, shown, performance.now() - began)
    } catch {
      wrong.textContent = words.failed
      wrong.hidden = false
    } finally {
      button.disabled = false
    }
  }

  /** An answer as text; for binary data, its size. */
  async function readable(answer) {
    const type = answer.headers.get('content-type') ?? ''
    if (!/json|^text\//.test(type)) {
      const { size } = await answer.blob()
      return size > 0 ? say(words.bytes, { bytes: size, type: type || '?' }) : ''
    }
    const text = await answer.text()
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }

  function show(form, answer, text, ms) {
    const place = form.parentElement.querySelector('.answer')
    const status = one('.status', place)
    status.textContent = `${answer.status} ${answer.statusText}`.trim()
    status.classList.toggle('bad', !answer.ok)
    one('small', place).textContent = `${Math.round(ms)} ms`
    const pre = one('pre', place)
    pre.replaceChildren()
    // Keys get a lighter color than values.
    for (const [at, line] of text.slice(0, mostShown).split('\n').entries()) {
      const [, space, key, rest] = /^(\s*)("(?:[^"\\]|\\.)*":)(.*)$/.exec(line) ?? []
      if (at > 0) pre.append('\n')
      if (key === undefined) pre.append(line)
      else {
        const soft = document.createElement('span')
        soft.textContent = key
        pre.append(space, soft, rest)
      }
    }
    if (text.length > mostShown) pre.append(`\n… ${words.cut}`)
    pre.hidden = text === ''
    place.hidden = false
    place.scrollIntoView({ block: 'nearest' })
  }

  async function whoIsIt(form) {
    if (session === null) {
      const answer = await fetch('/api/auth/me').catch(() => null)
      const me = answer?.ok ? await answer.json() : null
      session = me?.session
        ? { id: me.session.id, name: me.user.firstName ?? me.user.email }
        : undefined
    }
    if (session) one('.who span', form).textContent = say(words.signedIn, session)
    else takeToken(form)
  }

  /** Asks for a token to use instead of the session. */
  function takeToken(form) {
    usesToken = true
    const who = one('.who', form)
    if (!who) return
    who.hidden = true
    one('.token', form).hidden = false
    one('#token-note', form).hidden = false
  }

  /** Prepares a page that was just inserted. */
  function begin() {
    for (const element of all('[data-js]')) element.hidden = false
    for (const element of all('[data-no-js]')) element.remove()
    const form = one('.try')
    if (!form) return
    const field = one('#token', form)
    if (field) field.value = token
    if (usesToken) takeToken(form)
    else if ('signedIn' in form.dataset && one('.who', form)) void whoIsIt(form)
    sendsTo(form)
  }

  function sendsTo(form) {
    if (!('environment' in form.dataset)) return
    const environment = one('[name=X-Environment]', form).value || 'production'
    one('[data-sends]', form).textContent = say(words.sendsTo, { environment })
  }

  document.addEventListener('submit', (event) => {
    const form = event.target.closest('.try')
    if (!form) return
    event.preventDefault()
    const { method, path } = form.dataset
    const question = one('dialog', form)
    if (!question || agreed.has(method + path)) void send(form)
    else if (checked(form)) question.showModal()
  })

  document.addEventListener('input', ({ target }) => {
    if (target.id === 'token') token = target.value.trim()
    if (target.name === 'X-Environment') sendsTo(target.form)
    if (!('choice' in target.dataset)) return
    for (const part of all('[data-body]', target.form)) {
      part.hidden = part.dataset.body !== target.value
    }
  })

  document.addEventListener('click', (event) => {
    const { target } = event
    const button = target.closest('[data-copy]')
    if (button) return void copied(button)
    const form = target.closest('.try')
    if (target.closest('[data-token]')) {
      takeToken(form)
      return one('#token', form).focus()
    }
    if (target.closest('[data-cancel]')) return target.closest('dialog').close()
    if (target.closest('[data-confirm]')) {
      agreed.add(form.dataset.method + form.dataset.path)
      target.closest('dialog').close()
      return void send(form)
    }
    if (target.closest('.chooser')) {
      event.preventDefault()
      return sections.classList.toggle('open')
    }
    const link = target.closest('a')
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!link || !isPlain || link.origin !== location.origin) return
    if (
      !/^\/api-docs(\/|$)/.test(link.pathname) ||
      (link.hash && link.pathname === location.pathname)
    )
      return
    event.preventDefault()
    void go(link.href)
  })

  begin()
}
