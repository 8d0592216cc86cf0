import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { Badge, errorText } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { RequestView } from './RequestView.js'
import type { Preview } from './use_preview.js'
import { Warnings } from './Warnings.js'

/** Shows the request that would be sent. After a change of the form it is marked as outdated. */
export function PreviewView({ preview }: { preview: Preview }) {
  const translate = useTranslate()
  const { data, error, isCurrent } = preview
  return (
    <Box aria-busy={!isCurrent} sx={{ position: 'relative' }}>
      <Updating isShown={!isCurrent} isOver={Boolean(data)} />
      {error && isCurrent && <Alert severity="error">{errorText(error, translate)}</Alert>}
      {data && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.75 }}>
          {data.problem && <Alert severity="warning">{data.problem}</Alert>}
          <Warnings warnings={data.warnings} />
          {data.request && <RequestView request={data.request} />}
        </Box>
      )}
    </Box>
  )
}

// Overlay the outdated request, so that the layout does not jump while a person types.
function Updating({ isShown, isOver }: { isShown: boolean; isOver: boolean }) {
  const translate = useTranslate()
  return (
    <Box role="status" sx={isOver ? { position: 'absolute', top: 0, right: 0, zIndex: 1 } : {}}>
      {isShown && (
        <Badge variant="info">
          <CircularProgress size={12} color="inherit" aria-hidden />
          {translate('integrations.preview.updating')}
        </Badge>
      )}
    </Box>
  )
}
