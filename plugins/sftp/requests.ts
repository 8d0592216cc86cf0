import { EndpointError, type EndpointFault } from '@crossdock/sync/contracts'
import type { SFTPWrapper, Stats } from 'ssh2'
import type { Session } from './session.js'

type Done<T> = (error: (Error & { code?: number }) | null | undefined, value: T) => void

/** Status codes of SFTP, version 3. */
export const status = { eof: 1, missing: 2, denied: 3, failure: 4, badMessage: 5 } as const

/** The one a request to the server failed with. */
export class RequestFailed extends EndpointError {
  constructor(
    readonly status: number | undefined,
    code: EndpointFault,
    message: string
  ) {
    super(code, message)
  }
}

/** The requests of SFTP as promises; failures as sentences. */
export class Requests {
  constructor(
    readonly name: string,
    readonly session: Session
  ) {}

  /** @param path names what it is about, in the sentence of a failure @throws RequestFailed */
  ask<T>(path: string, start: (sftp: SFTPWrapper, done: Done<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const done: Done<T> = (error, value) =>
        error ? reject(this.#failed(path, error)) : resolve(value)
      if (this.session.ended.aborted) return reject(this.lost())
      try {
        start(this.session.sftp, done)
      } catch (error) {
        reject(error as Error)
      }
    })
  }

  /** Null: there is nothing of this name. */
  async lstat(path: string, full: string): Promise<Stats | null> {
    try {
      return await this.ask<Stats>(path, (sftp, done) => sftp.lstat(full, done))
    } catch (error) {
      if (error instanceof RequestFailed && error.code === 'missing') return null
      throw error
    }
  }

  lost(): RequestFailed {
    return new RequestFailed(undefined, 'unreachable', `The connection to ${this.name} broke off.`)
  }

  #failed(path: string, error: Error & { code?: number }): RequestFailed {
    const at = shownPath(path)
    switch (error.code) {
      case undefined:
        return this.lost()
      case status.missing:
        return new RequestFailed(error.code, 'missing', `${this.name} has no ${at}.`)
      case status.denied:
        return new RequestFailed(
          error.code,
          'denied',
          `${this.name} does not allow this account to do this at ${at}. Check its permissions there.`
        )
      case status.badMessage:
        return new RequestFailed(error.code, 'name', `${this.name} cannot hold the name ${at}.`)
      default: {
        const said = error.message.slice(0, 200)
        return new RequestFailed(error.code, 'failed', `${this.name} answered "${said}" at ${at}.`)
      }
    }
  }
}

/** A path as sentences name it: control characters would change what a terminal shows. */
export const shownPath = (path: string): string =>
  // eslint-disable-next-line no-control-regex
  path === '' ? 'the folder of the system' : `"${path.replace(/[\u0000-\u001f\u007f]/g, '?')}"`
