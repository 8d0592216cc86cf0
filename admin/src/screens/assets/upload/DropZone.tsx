import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconTile } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { takeDropped, type Dropped } from './dropped_files.js'

interface DropZoneProps {
  /** Shown while files hang over the zone. */
  hint: string
  disabled?: boolean
  onDrop: (dropped: Dropped) => void
  children: ReactNode
}

/**
 * Takes files and folders dragged in from the desk, wherever on the page they are dropped: beside it, a browser would leave
 * the page and open the file.
 */
export function DropZone({ hint, disabled, onDrop, children }: DropZoneProps) {
  const over = useDropsOnPage(onDrop, disabled === true)
  if (disabled) return <>{children}</>
  return (
    <Box sx={{ position: 'relative', minHeight: 'calc(100dvh - 220px)' }}>
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
              // A folder that would take it says so itself.
              'body:has([data-drop]) &': { visibility: 'hidden' },
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

/** Whether files hang over the page. A folder on it may take them instead, and lets nobody hear of it. */
function useDropsOnPage(onDrop: DropZoneProps['onDrop'], disabled: boolean): boolean {
  const [over, setOver] = useState(false)
  const taken = useRef(onDrop)
  taken.current = onDrop
  useEffect(() => {
    if (disabled) return
    // Every element fires enter and leave: only when all are left is the page left.
    let depth = 0
    const count = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const left = () => {
      depth = 0
      setOver(false)
    }
    const ends = new AbortController()
    const on = (type: DragType, listener: (event: DragEvent) => void, capture = false) =>
      window.addEventListener(type, listener, { capture, signal: ends.signal })
    on('dragenter', count(1))
    on('dragleave', count(-1))
    on('dragover', (event) => hasFiles(event) && event.preventDefault())
    // Whoever takes it: nothing hangs over the page any more.
    on('drop', left, true)
    on('drop', (event) => {
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      taken.current(takeDropped(event.dataTransfer))
    })
    return () => ends.abort()
  }, [disabled])
  return over
}

type DragType = 'dragenter' | 'dragleave' | 'dragover' | 'drop'

export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true
