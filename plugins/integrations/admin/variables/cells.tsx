import type { EnvironmentVariable } from '@crossdock/client'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Badge, clamp, Icon, mono, useToast } from '@crossdock/admin/kit'
import { Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { UseLink } from './UseLink.js'

interface CellProps {
  variable: EnvironmentVariable
}

const placeOf = ({ name }: EnvironmentVariable) => `{variables.${name}}`

/** Shows the name and a button that copies the placeholder. */
export function VariableName({ variable }: CellProps) {
  const translate = useTranslate()
  const toast = useToast()
  const place = placeOf(variable)
  const text = (key: string) => translate(`integrations.variables.${key}`, { place })
  const copy = async () => {
    try {
      // Browsers offer the clipboard only over HTTPS and on localhost.
      await navigator.clipboard.writeText(place)
      toast({ title: text('copied') })
    } catch {
      toast({ title: text('copyRefused'), kind: 'destructive' })
    }
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      <Typography
        component="span"
        sx={{ fontFamily: mono, fontSize: '0.8125rem', fontWeight: 500, overflowWrap: 'anywhere' }}
      >
        {variable.name}
      </Typography>
      <IconButton
        size="small"
        aria-label={text('copy')}
        onClick={(event) => {
          event.stopPropagation()
          void copy()
        }}
      >
        <Icon icon={Copy} />
      </IconButton>
    </Box>
  )
}

/** The first lines of the value, or a mark for a secret. */
export function VariableValue({ variable: { value, isSecret } }: CellProps) {
  const translate = useTranslate()
  if (isSecret) {
    return <Badge variant="secondary">{translate('integrations.variables.secret')}</Badge>
  }
  if (!value) {
    return (
      <Typography component="span" variant="inherit" color="textSecondary">
        {translate('integrations.variables.emptyValue')}
      </Typography>
    )
  }
  return (
    <Box
      component="span"
      title={value}
      sx={{
        fontFamily: mono,
        fontSize: '0.8125rem',
        ...clamp(2),
        whiteSpace: 'pre-line',
      }}
    >
      {value}
    </Box>
  )
}

const named = 2

/** The first uses, and the number of others. */
export function Uses({ variable: { usedBy, useCount } }: CellProps) {
  const translate = useTranslate()
  if (useCount === 0) {
    return (
      <Typography component="span" variant="inherit" color="textSecondary">
        {translate('integrations.variables.unused')}
      </Typography>
    )
  }
  const shown = usedBy.slice(0, named)
  const more = useCount - shown.length
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {shown.map((use, at) => (
        <span key={use.id}>
          {at > 0 && ', '}
          <UseLink use={use} />
        </span>
      ))}
      {more > 0 && ` ${translate('integrations.variables.more', { smart_count: more })}`}
    </Box>
  )
}
