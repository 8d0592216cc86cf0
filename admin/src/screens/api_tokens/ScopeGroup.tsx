import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { mono } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Scope } from './use_scopes.js'

interface ScopeGroupProps {
  domain: string
  scopes: readonly Scope[]
  chosen: ReadonlySet<string>
  onToggle: (name: string) => void
}

/** The permissions of one domain, named as on the roles screen. */
export function ScopeGroup({ domain, scopes, chosen, onToggle }: ScopeGroupProps) {
  const translate = useTranslate()
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, '& + &': { mt: 1 } }}>
      <Typography
        component="legend"
        variant="caption"
        color="textSecondary"
        sx={{ p: 0, fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}
      >
        {translate(`roles.domain.${domain}`, { _: domain })}
      </Typography>
      {scopes.map(({ name, description }) => (
        <FormControlLabel
          key={name}
          sx={{ display: 'flex', alignItems: 'flex-start', mr: 0 }}
          control={
            <Checkbox
              size="small"
              checked={chosen.has(name)}
              onChange={() => onToggle(name)}
              sx={{ py: 0.5 }}
            />
          }
          label={
            <Box sx={{ py: 0.5, minWidth: 0 }}>
              <Box
                component="span"
                sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
              >
                {name}
              </Box>
              {description && (
                <Typography variant="caption" color="textSecondary" component="div">
                  {description}
                </Typography>
              )}
            </Box>
          }
        />
      ))}
    </Box>
  )
}
