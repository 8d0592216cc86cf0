import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Recipient } from '../recipients.js'

interface RecipientListProps {
  recipients: readonly Recipient[]
  /** The server's reasons for refusing addresses, by address. */
  refusals: ReadonlyMap<string, string>
}

/** Maximum number of rows; the form refuses longer lists anyway. */
const shown = 100

/** The recipients found in the text. Recipients that need attention come first. */
export function RecipientList({ recipients, refusals }: RecipientListProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.inviteForm.${key}`, values)
  const described = recipients.map((one) => ({
    ...one,
    warning: refusals.get(one.email.toLowerCase()) ?? (one.problem && text(one.problem)),
  }))
  const sorted = described.toSorted(
    (one, other) => Number(other.warning !== undefined) - Number(one.warning !== undefined)
  )
  if (sorted.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={text('recipients')}
      // Focusable, so that keyboard users can scroll.
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
