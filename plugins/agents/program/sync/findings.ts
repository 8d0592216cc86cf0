import { SyncDatabase } from './database.js'

interface SyncFinding {
  isFine: boolean
  message: string
}

const howToRaise: Partial<Record<NodeJS.Platform, string>> = {
  linux: ' Raise the limit: sysctl fs.inotify.max_user_watches=1048576',
}

/** Returns the findings about synced folders for the command `doctor`. */
export function syncFindings(stateFolder: string): SyncFinding[] {
  const database = SyncDatabase.peek(stateFolder)
  if (!database) return []
  try {
    type Row = { real: string; is_root_there: number; uncovered: number }
    const ends = database.all<Row>('select real, is_root_there, uncovered from ends order by real')
    return ends.map(({ real, is_root_there, uncovered }) => {
      if (is_root_there !== 1) {
        const message = `The folder "${real}" of a sync contract is missing or not allowed, so it is not synced.`
        return { isFine: false, message }
      }
      if (uncovered > 0) {
        const message = `The system does not watch ${uncovered} folders below "${real}": changes there are found by the next scan.${howToRaise[process.platform] ?? ''}`
        return { isFine: false, message }
      }
      return { isFine: true, message: `The folder "${real}" is kept in sync.` }
    })
  } finally {
    database.close()
  }
}
