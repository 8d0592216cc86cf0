import Box from '@mui/material/Box'
import { mono } from './theme/index.js'

export interface CodeBlockProps {
  /** Accessible name. Alternatively, `labelledBy` is the id of the element that contains the name. */
  label?: string
  labelledBy?: string
  id?: string
  /** A string is shown unchanged, anything else as JSON. */
  data: unknown
}

/** Data as readable text in its own scroll box. */
export const CodeBlock = ({ label, labelledBy, id, data }: CodeBlockProps) => (
  <Box
    component="pre"
    id={id}
    tabIndex={0}
    role="region"
    aria-label={label}
    aria-labelledby={labelledBy}
    sx={{
      m: 0,
      px: 1.5,
      py: 1.25,
      maxHeight: 300,
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
)
