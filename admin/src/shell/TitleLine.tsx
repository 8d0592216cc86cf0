import Typography from '@mui/material/Typography'
import { productName } from '@crossdock/admin/kit'
import { memo, useEffect, useRef } from 'react'

/**
 * The place where react-admin's own screens render their title: the page's h1 and the browser tab's title.
 * Screens with a PageHeader leave it empty.
 */
export const TitleLine = memo(function TitleLine() {
  const line = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const element = line.current
    if (!element) return
    const watch = new MutationObserver(() => {
      if (element.textContent) document.title = `${element.textContent} · ${productName()}`
    })
    watch.observe(element, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <Typography
      ref={line}
      id="react-admin-title"
      variant="h1"
      sx={{ mb: 3, overflowWrap: 'anywhere', '&:empty': { display: 'none' } }}
    />
  )
})
