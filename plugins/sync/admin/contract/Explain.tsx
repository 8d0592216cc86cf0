import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Badge, errorText, Icon, useRead, type BadgeVariant } from '@crossdock/admin/kit'
import { Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Explanation, SyncContract } from '../model.js'

const colors: Record<Explanation['state'], BadgeVariant> = {
  in_sync: 'success',
  pending: 'info',
  skipped: 'warning',
  conflict: 'warning',
  unknown: 'secondary',
  failing: 'destructive',
}

/** Explains why a file is, or is not, in sync. */
export function Explain({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const [path, setPath] = useState('')
  const [asked, setAsked] = useState('')
  const answer = useRead<Explanation>(['sync-contracts', contract.id, 'explain'], {
    query: { path: asked },
    enabled: asked !== '',
  })
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(path.trim())
      }}
      sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <TextField
        fullWidth
        size="small"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        placeholder={translate('sync.explain.ask')}
        slotProps={{
          htmlInput: {
            'aria-label': translate('sync.explain.ask'),
            spellCheck: false,
            autoCapitalize: 'none',
            enterKeyHint: 'search',
          },
          input: {
            startAdornment: (
              <InputAdornment position="start" sx={{ mr: -0.5 }}>
                <Icon icon={Search} />
              </InputAdornment>
            ),
          },
        }}
      />
      <Box role="status">
        {asked !== '' && answer.error && (
          <Typography variant="body2" color="error" sx={{ mt: 1 }}>
            {errorText(answer.error, translate)}
          </Typography>
        )}
        {asked !== '' && answer.data && (
          <Box sx={{ mt: 1.25 }}>
            <Badge variant={colors[answer.data.state]}>
              {translate(`sync.explain.${answer.data.state}`)}
            </Badge>
            <Typography variant="body2" sx={{ mt: 0.75, overflowWrap: 'anywhere' }}>
              {answer.data.sentence}
            </Typography>
          </Box>
        )}
      </Box>
    </Box>
  )
}
