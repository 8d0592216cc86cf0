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
  const left = () => {
    depth.current = 0
    setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    onDrop(takeDropped(event.dataTransfer))
  }
  return (
    <Box
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      // A folder on the page may take it: nothing hangs over the zone any more.
      onDropCapture={left}
      onDrop={drop}
      sx={{ position: 'relative', minHeight: 'calc(100dvh - 220px)' }}
    >
      {children}
      {over && (
        <Box
          sx={{
            position: 'absolute',
            inset: -8,
            zIndex: 4,
            border: '2px dashed',
            borderColor: (theme) => theme.palette.accent,
            borderRadius: '14px',
            // Folders stay in sight: each of them takes files, too.
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              // Stays in view however far a long list is scrolled.
              position: 'sticky',
              top: 'calc(100dvh - 140px)',
              width: 'fit-content',
              maxWidth: 'calc(100% - 32px)',
              mx: 'auto',
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              px: 2,
              py: 1.25,
              border: 1,
              borderColor: 'divider',
              borderRadius: '12px',
              bgcolor: 'background.paper',
              boxShadow: 6,
            }}
          >
            <IconTile icon={Upload} size={16} tile={32} />
            <Typography sx={{ fontWeight: 500 }}>{hint}</Typography>
          </Box>
        </Box>
      )}
    </Box>
  )
}

export const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
