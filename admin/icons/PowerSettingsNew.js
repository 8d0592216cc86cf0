import { LogOut } from 'lucide-react'
import { icon } from './icon.js'

export default icon(LogOut)
