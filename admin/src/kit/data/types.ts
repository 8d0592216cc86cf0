export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type QueryValue = string | number | boolean | null | undefined

/** A call that is not one of react-admin's list and record calls. Paths are below /api. */
export interface ActionRequest {
  path: string
  method?: Exclude<Method, 'GET'>
  /** Sent as JSON, or a Blob as it is. */
  body?: unknown
  /** Do it only while what is changed is still in this state: the tag it was read with. Else 412. */
  ifMatch?: string
}

/** One thing with the tag of the state it was read in. */
export interface Tagged<T> {
  data: T
  /** undefined where the server gives none. */
  tag: string | undefined
}

export interface UploadOptions {
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}

/** Where a file goes that comes in several goes. */
export interface UploadTarget {
  name: string
  /** Folder it is put into; null for the top level. */
  parentId: string | null
  /** Below that folder, with the names of folders that are made as they are missing. */
  relativePath?: string
}

export interface GoesOptions extends UploadOptions {
  /** Where an earlier try has come to. */
  address?: string
  /** Told once there is one: with it another try goes on, also behind a reload. */
  onAddress?: (address: string) => void
}

export interface ReadOptions {
  query?: Record<string, QueryValue>
  signal?: AbortSignal
}

export interface ListRequest {
  /** First and last item, both from 0 and both included. */
  range: readonly [number, number]
  sort: readonly [string, 'ASC' | 'DESC']
  filter?: Record<string, unknown>
}

/** What stands between this page and the server. */
export interface ApiState {
  /** ended: sign in again. changed: somebody else is signed in. left: signed out on purpose. */
  session: 'none' | 'live' | 'ended' | 'changed' | 'left'
  /** The question to sign in or to reload is open over the page. */
  asking: boolean
  /** lost: no way to the server; silent: there is one, but it does not answer as it should. */
  outage: null | 'lost' | 'silent'
  /** The server brings a newer build of the console. */
  updated: boolean
  /** The server tells this page what happens: nothing needs to be asked for again and again. */
  live: boolean
  /** The question to confirm who works here is open over the page. */
  proving: boolean
}

/**
 * The console's API. Every call resolves only with what the server answered to it with a 2xx, and
 * rejects with an ApiError otherwise; when the session has ended it waits until the person has signed
 * in again and is then repeated.
 */
export interface Api {
  read<T>(path: string, options?: ReadOptions): Promise<T>
  readTagged<T>(path: string, options?: ReadOptions): Promise<Tagged<T>>
  /** What is no JSON: the content of a small file. */
  readBytes(path: string, options?: ReadOptions): Promise<ArrayBuffer>
  list<T>(path: string, request: ListRequest): Promise<{ items: T[]; total: number }>
  action<T>(request: ActionRequest): Promise<T>
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>
  /** Sends a large file, as far as it has not come yet. Resolves once it is a file there. */
  uploadInGoes(
    file: File,
    target: UploadTarget,
    options?: GoesOptions
  ): Promise<{ version: number }>
  /** Gives up what has come of one. */
  giveUpload(address: string): Promise<void>
  /** Resolves once the server takes calls for the person who works here, as any call would wait for it. */
  ready(): Promise<void>
  state(): ApiState
  subscribe(listener: () => void): () => void
  /** Aborted when the person who works on this page now leaves it: for what goes on by itself. */
  left(): AbortSignal
  /** Ask a server that is out of reach without waiting for the next try. */
  retryNow(): void
  /** Open the question to sign in again. */
  askToSignIn(): void
}
