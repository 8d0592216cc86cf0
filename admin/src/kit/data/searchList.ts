import type { Api } from './types.js'

/** The number of results that the command palette shows per provider. */
const MOST = 6

/** The first rows of a list whose name (or other searched field) contains a text. */
export const searchList = <T>(
  api: Api,
  path: string,
  search: string,
  signal: AbortSignal,
  [field, order]: readonly [string, 'ASC' | 'DESC'] = ['name', 'ASC']
): Promise<T[]> =>
  api.read<T[]>(path, {
    query: {
      range: JSON.stringify([0, MOST - 1]),
      sort: JSON.stringify([field, order]),
      filter: JSON.stringify({ search }),
    },
    signal,
  })
