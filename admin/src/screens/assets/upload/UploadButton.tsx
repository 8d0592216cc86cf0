import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Icon, useDialogAddress } from '@crossdock/admin/kit'
import { ChevronDown, FolderUp, Upload } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { FileInput } from './FileInput.js'

/** Whether the browser can choose folders. Phones cannot, so their buttons fit on one line. */
const knowsFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** Opens the browser's file chooser, as does `?new=upload` right after a press. */
export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { value, close } = useDialogAddress('new')
  const isAsked = value === 'upload'
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const choosesFolders = knowsFolders && !isPhone
  const choose = useRef(() => {})
  choose.current = () => {
    // Browsers open it only right after a press, not after a reload.
    if (navigator.userActivation.isActive) input.current?.click()
    close()
  }
  useEffect(() => {
    if (isAsked) choose.current()
  }, [isAsked])
  return (
    <>
      <ButtonGroup variant="contained" disableElevation>
        <Button startIcon={<Icon icon={Upload} />} onClick={() => input.current?.click()}>
          {translate('assets.upload')}
        </Button>
        {choosesFolders && (
          <Button
            aria-label={translate('assets.uploads.more')}
            aria-haspopup="menu"
            aria-expanded={anchor ? true : undefined}
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
            sx={{ px: 1 }}
          >
            <Icon icon={ChevronDown} />
          </Button>
        )}
      </ButtonGroup>
      {choosesFolders && (
        <Menu
          open={Boolean(anchor)}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          <MenuItem
            onClick={() => {
              setAnchor(null)
              folderInput.current?.click()
            }}
          >
            <Icon icon={FolderUp} />
            {translate('assets.uploads.folder')}
          </MenuItem>
        </Menu>
      )}
      <FileInput
        ref={input}
        of="files"
        label={translate('assets.uploads.choose')}
        onFiles={onFiles}
      />
      <FileInput
        ref={folderInput}
        of="folder"
        label={translate('assets.uploads.chooseFolder')}
        onFiles={onFiles}
      />
    </>
  )
}
