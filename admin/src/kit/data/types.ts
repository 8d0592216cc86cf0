export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type QueryValue = string | number | boolean | null | undefined

/** A call outside react-admin's list and record calls. Paths are below /api. */
export interface ActionRequest {
  path: string
  method?: Exclude<Method, 'GET'>
  /** Sent as JSON; a Blob is sent unchanged. */
  body?: unknown
  /** The ETag of the state to change. If the object has changed since, the server answers 412. */
  ifMatch?: string
}

/** An object with the ETag of the state it was read in. */
export interface Tagged<T> {
  data: T
  /** The ETag; undefined when the server sends none. */
  tag: string | undefined
}

export interface UploadOptions {
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}

/** The destination of a resumable upload. */
export interface UploadTarget {
  name: string
  /** The target folder; null for the top level. */
  parentId: string | null
  /** Path below that folder. Missing folders are created. */
  relativePath?: string
}

export interface ResumableUploadOptions extends UploadOptions {
  /** The upload URL of an earlier attempt. */
  address?: string
  /** Called with the upload URL once it exists. A later attempt can resume there, also after a reload. */
  onAddress?: (address: string) => void
}

export interface ReadOptions {
  query?: Record<string, QueryValue>
  signal?: AbortSignal
}

export interface ListRequest {
  /** First and last item, zero-based and inclusive. */
  range: readonly [number, number]
  sort: readonly [string, 'ASC' | 'DESC']
  filter?: Record<string, unknown>
}

/** The state of session and connection. */
export interface ApiState {
  /** ended: sign in again. changed: another person is signed in. left: signed out on purpose. */
  session: 'none' | 'live' | 'ended' | 'changed' | 'left'
  /** The server's sentence when the person of this browser is deactivated. */
  barred: string | null
  /** The dialog to sign in again or to reload is open over the page. */
  asking: boolean
  /** lost: the server cannot be reached. silent: it can be reached, but does not answer properly. */
  outage: null | 'lost' | 'silent'
  /** The server has a newer build of the console. */
  updated: boolean
  /** The event stream is connected, so polling is not needed. */
  live: boolean
  /** The dialog to confirm one's identity is open over the page. */
  proving: boolean
}

/**
 * The console's API. Every call resolves only with a 2xx answer of the server and otherwise rejects with an
 * ApiError. When the session has ended, a call waits until the person has signed in again and is then
 * repeated.
 */
export interface Api {
  read<T>(path: string, options?: ReadOptions): Promise<T>
  readTagged<T>(path: string, options?: ReadOptions): Promise<Tagged<T>>
  list<T>(path: string, request: ListRequest): Promise<{ items: T[]; total: number }>
  action<T>(request: ActionRequest): Promise<T>
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>
  /** Uploads a large file, resuming an earlier attempt. Resolves once the file is stored. */
  uploadResumably(
    file: File,
    target: UploadTarget,
    options?: ResumableUploadOptions
  ): Promise<{ version: number }>
  /** Cancels a resumable upload. */
  cancelUpload(address: string): Promise<void>
  /** Waits like any call for the connection and a live session. Resolves once the server accepts calls. */
  ready(): Promise<void>
  state(): ApiState
  subscribe(listener: () => void): () => void
  /** Returns a signal for background work. It aborts when the current person signs out. */
  signOutSignal(): AbortSignal
  /** Retries an unreachable server without waiting for the next attempt. */
  retryNow(): void
  /** Opens the dialog to sign in again. */
  askToSignIn(): void
}
