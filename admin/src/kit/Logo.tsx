import { useTheme } from '@mui/material/styles'
import { useBrand } from './brand.js'

/** The organization's logo, or the product's logo, which shows goods that cross a dock in both directions. */
export function Logo({ size = 26 }: { size?: number }) {
  const { main, contrastText } = useTheme().palette.primary
  const { logo } = useBrand()
  if (logo) {
    // Most logos are made for a light background.
    const style = { flex: 'none', maxWidth: size * 4, borderRadius: 6, background: '#fff' }
    return <img src={logo} alt="" height={size} style={style} />
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill={main} />
      <path
        d="M7 12.5h11.5M14.5 8.5l4 4-4 4M25 19.5H13.5M17.5 15.5l-4 4 4 4"
        fill="none"
        stroke={contrastText}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
