import type { MappingWarning } from '@crossdock/client'
import Alert from '@mui/material/Alert'

/** What is odd about a request that is sent all the same. */
export const Warnings = ({ warnings }: { warnings: readonly MappingWarning[] }) =>
  warnings.length > 0 && (
    <Alert severity="warning">
      {warnings.map(({ field, message }) => (
        <div key={field}>{message}</div>
      ))}
    </Alert>
  )
