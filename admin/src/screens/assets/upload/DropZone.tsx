import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconTile } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { takeDropped, type Dropped } from './dropped_files.js'

interface DropZoneProps {
  /** Shown while files hang over the zone. */
  hint: string
  disabled?: boolean
  onDrop: (dropped: Dropped) => void
  children: ReactNode
}

/** Takes files and folders dragged in from the desk. */
export function DropZone({ hint, disabled, onDrop, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  // Every child fires enter and leave too: only when all are left is the zone left.
  const depth = useRef(0)
  if (disabled) return <>{children}</>

  const enter = (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth.current += 1
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    onDrop(takeDropped(event.dataTransfer))
  }
  return (
    <Box
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
      sx={{ position: 'relative', minHeight: 'calc(100dvh - 220px)' }}
    >
      {children}
      {over && (
        <Box
          sx={{
            position: 'absolute',
            inset: -8,
            zIndex: 2,
            border: '2px dashed',
            borderColor: (theme) => theme.palette.accent,
            borderRadius: '14px',
            bgcolor: (theme) => `${theme.palette.background.default}eb`,
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              // Stays in view however far a long list is scrolled.
              position: 'sticky',
              top: '30vh',
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'center',
              gap: 1.5,
              px: 3,
              py: 10,
              textAlign: 'center',
            }}
          >
            <IconTile icon={Upload} size={20} tile={44} />
            <Typography variant="h2" component="p">
              {hint}
            </Typography>
          </Box>
        </Box>
      )}
    </Box>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
