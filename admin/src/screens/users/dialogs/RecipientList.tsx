import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Recipient } from '../recipients.js'

interface RecipientListProps {
  recipients: readonly Recipient[]
  /** Why the server has not invited an address, by the address. */
  refusals: ReadonlyMap<string, string>
}

/** More are only counted: the form refuses them anyhow. */
const shown = 100

/** Whom a text is read to name, those that want something first. */
export function RecipientList({ recipients, refusals }: RecipientListProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.inviteForm.${key}`, values)
  const told = recipients.map((one) => ({
    ...one,
    warning: refusals.get(one.email.toLowerCase()) ?? (one.problem && text(one.problem)),
  }))
  const sorted = told.toSorted(
    (one, other) => Number(other.warning !== undefined) - Number(one.warning !== undefined)
  )
  if (sorted.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={text('recipients')}
      // Scrolls, also for who has no pointer.
      tabIndex={0}
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
    >
      {sorted.slice(0, shown).map(({ email, name, problem, warning }) => (
        <Box
          component="li"
          key={email}
          sx={{ display: 'flex', gap: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {email}
              {name && (
                <Typography component="span" variant="inherit" color="textSecondary">
                  {` · ${name}`}
                </Typography>
              )}
            </Typography>
            {warning && (
              <Typography variant="body2" color="textSecondary">
                {warning}
              </Typography>
            )}
          </Box>
          <Badge variant={problem === 'invalid' ? 'destructive' : warning ? 'warning' : 'success'}>
            {text(problem === 'invalid' ? 'left' : warning ? 'check' : 'ready')}
          </Badge>
        </Box>
      ))}
    </Box>
  )
}
