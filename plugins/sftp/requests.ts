import { EndpointError, type EndpointFault } from '@crossdock/sync/contracts'
import type { SFTPWrapper, Stats } from 'ssh2'
import type { Session } from './session.js'

type Done<T> = (error: (Error & { code?: number }) | null | undefined, value: T) => void

/** Status codes of SFTP, version 3. */
export const status = { eof: 1, missing: 2, denied: 3, failure: 4, badMessage: 5 } as const

/** A request to the server failed with this status. */
export class RequestFailed extends EndpointError {
  constructor(
    readonly status: number | undefined,
    code: EndpointFault,
    message: string
  ) {
    super(code, message)
  }
}

/** Wraps SFTP requests in promises. Failures become readable errors. */
export class Requests {
  constructor(
    readonly name: string,
    readonly session: Session
  ) {}

  /**
   * @param path path in the error message
   * @throws RequestFailed
   */
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

  /** Returns the stats of a path; null if the path does not exist. */
  async lstat(path: string, full: string): Promise<Stats | null> {
    try {
      return await this.ask<Stats>(path, (sftp, done) => sftp.lstat(full, done))
    } catch (error) {
      if (error instanceof RequestFailed && error.code === 'missing') return null
      throw error
    }
  }

  lost(): RequestFailed {
    return new RequestFailed(undefined, 'unreachable', `The connection to ${this.name} was lost.`)
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

/**
 * Returns a path for messages. Control characters are replaced because they would change the output of a
 * terminal.
 */
export const shownPath = (path: string): string =>
  // eslint-disable-next-line no-control-regex
  path === '' ? 'the folder of the system' : `"${path.replace(/[\u0000-\u001f\u007f]/g, '?')}"`
