import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { mono } from '@crossdock/admin/kit'
import { useId } from 'react'

interface DataViewProps {
  title: string
  data: unknown
  /** Said in place of the data when there are none. */
  none?: string
}

/** What was sent or came back, as readable text in a box of its own. */
export function DataView({ title, data, none }: DataViewProps) {
  const id = useId()
  const isEmpty = data === null || data === undefined
  if (isEmpty && !none) return null
  return (
    <div>
      <Typography variant="body2" component="h3" id={id} sx={{ fontWeight: 500, mb: 0.75 }}>
        {title}
      </Typography>
      {isEmpty ? (
        <Typography variant="body2" color="textSecondary">
          {none}
        </Typography>
      ) : (
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-labelledby={id}
          sx={{
            m: 0,
            px: 1.5,
            py: 1.25,
            maxHeight: 280,
            overflow: 'auto',
            fontFamily: mono,
            fontSize: '0.75rem',
            lineHeight: 1.6,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            border: 1,
            borderColor: 'divider',
            borderRadius: '8px',
            bgcolor: (theme) => theme.palette.surface.inset,
          }}
        >
          {typeof data === 'string' ? data : JSON.stringify(data, null, 2)}
        </Box>
      )}
    </div>
  )
}
