type Answer = (request: Request, url: URL) => Promise<Response>

/** The part of XMLHttpRequest that uploads use, answered by the story's fake API. */
export function fakeXhr(answer: Answer): () => void {
  const original = window.XMLHttpRequest
  class FakeXhr {
    upload: { onprogress: ((event: ProgressEvent) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    withCredentials = false
    status = 0
    responseText = ''
    #answered = new Headers()
    #method = 'POST'
    #url = new URL(window.location.href)
    #headers = new Headers()
    #abort = new AbortController()

    open(method: string, url: string) {
      this.#method = method
      this.#url = new URL(url, window.location.href)
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    abort() {
      this.#abort.abort()
      this.onabort?.()
    }
    getResponseHeader(name: string) {
      return this.#answered.get(name)
    }
    send(body: FormData | Blob) {
      const request = new Request(this.#url, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal: this.#abort.signal,
      })
      const total = body instanceof Blob ? body.size : 100
      const progress = (share: number) =>
        this.upload.onprogress?.(
          new ProgressEvent('progress', { lengthComputable: true, loaded: share * total, total })
        )
      progress(0.4)
      answer(request, this.#url).then(
        async (response) => {
          this.status = response.status
          this.#answered = response.headers
          this.responseText = await response.text()
          progress(1)
          this.onload?.()
        },
        () => !this.#abort.signal.aborted && this.onerror?.()
      )
    }
  }
  Object.assign(window, { XMLHttpRequest: FakeXhr })
  return () => {
    window.XMLHttpRequest = original
  }
}
