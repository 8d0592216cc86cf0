import type { UserImport, UserImportRow } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, ErrorState, formatInteger, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { rowsThat } from '../model.js'
import { useRoles } from '../use_roles.js'

const shown = 100

/** The first rows of the file, each with its outcome or its error. */
export function ImportRows({ file, outcome }: { file: UserImport; outcome: string | undefined }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.import.${key}`, values)
  const read = useRead<UserImportRow[]>(['users/imports', file.id, 'rows'], {
    query: {
      range: `[0,${shown - 1}]`,
      ...(outcome ? { filter: JSON.stringify({ outcome }) } : {}),
    },
    keepPrevious: true,
  })
  if (read.error) {
    return <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <RowsSkeleton rows={4} />
  const total = rowsThat(outcome, file)
  return (
    <div>
      <Box component="ul" aria-label={text('preview')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {read.data.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </Box>
      {total > shown && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('more', { shown, total: formatInteger(total) })}
        </Typography>
      )}
    </div>
  )
}

function Row({ row }: { row: UserImportRow }) {
  const translate = useTranslate()
  const roles = useRoles()
  const { line, outcome, email, role, changes, field, message } = row
  const named = (name: string) => translate(`users.import.field.${name}`, { _: name })
  // A new person without a role in the file gets the default one.
  const change = (name: string) =>
    name === 'role' ? `${named(name)}: ${roles.nameOf(role ?? 'user')}` : named(name)
  const detail = message
    ? field
      ? `${named(field)}: ${message}`
      : message
    : (outcome === 'invite' ? ['role'] : changes).map(change).join(', ')
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 48 }}>
        {translate('users.import.line', { line: formatInteger(line) })}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {email ?? '–'}
        </Typography>
        {detail && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        )}
      </Box>
      <Badge
        variant={outcome === 'error' ? 'destructive' : outcome === 'unchanged' ? 'outline' : 'info'}
      >
        {translate(`users.import.outcome.${outcome}`, { _: outcome })}
      </Badge>
    </Box>
  )
}
