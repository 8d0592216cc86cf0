import type { MappingWarning } from '@crossdock/client'
import Alert from '@mui/material/Alert'

/** Warnings about a request that can still be sent. */
export const Warnings = ({ warnings }: { warnings: readonly MappingWarning[] }) =>
  warnings.length > 0 && (
    <Alert severity="warning">
      {warnings.map(({ field, message }) => (
        <div key={field}>{message}</div>
      ))}
    </Alert>
  )
