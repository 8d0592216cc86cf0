import Box from '@mui/material/Box'
import {
  createLucideIcon,
  Activity,
  Archive,
  AtSign,
  Banknote,
  Bell,
  Blocks,
  Bot,
  Building,
  Cable,
  Calendar,
  CalendarClock,
  Camera,
  Clock,
  Cloud,
  CloudSun,
  Code,
  Database,
  Download,
  File,
  FileBadge,
  FileText,
  Fingerprint,
  Folder,
  GitBranch,
  Globe,
  Hand,
  HardDrive,
  Image,
  Key,
  KeyRound,
  Link,
  ListChecks,
  Lock,
  LockOpen,
  Mail,
  MapPin,
  MessageSquare,
  Monitor,
  Package,
  Phone,
  Plug,
  Printer,
  RefreshCw,
  Repeat,
  Rss,
  Search,
  Send,
  Server,
  ShieldCheck,
  Ship,
  ShoppingCart,
  Split,
  Table,
  Tag,
  Terminal,
  Timer,
  Truck,
  Upload,
  UserCheck,
  UserRound,
  Users,
  Warehouse,
  Webhook,
  Workflow,
  Wrench,
  Zap,
} from 'lucide-react'
import { Icon, type LucideIcon } from '../Icon.js'
import { kindNamed, type KindEntry } from './kinds.js'

/** The icons that a kind may name. All Lucide icons would be too large to load. */
const icons: Record<string, LucideIcon> = {
  activity: Activity,
  archive: Archive,
  'at-sign': AtSign,
  banknote: Banknote,
  bell: Bell,
  blocks: Blocks,
  bot: Bot,
  building: Building,
  cable: Cable,
  calendar: Calendar,
  'calendar-clock': CalendarClock,
  camera: Camera,
  clock: Clock,
  cloud: Cloud,
  'cloud-sun': CloudSun,
  code: Code,
  database: Database,
  download: Download,
  file: File,
  'file-badge': FileBadge,
  'file-text': FileText,
  fingerprint: Fingerprint,
  folder: Folder,
  'git-branch': GitBranch,
  globe: Globe,
  hand: Hand,
  'hard-drive': HardDrive,
  image: Image,
  key: Key,
  'key-round': KeyRound,
  link: Link,
  'list-checks': ListChecks,
  lock: Lock,
  'lock-open': LockOpen,
  mail: Mail,
  'map-pin': MapPin,
  'message-square': MessageSquare,
  monitor: Monitor,
  package: Package,
  phone: Phone,
  plug: Plug,
  printer: Printer,
  'refresh-cw': RefreshCw,
  repeat: Repeat,
  rss: Rss,
  search: Search,
  send: Send,
  server: Server,
  'shield-check': ShieldCheck,
  ship: Ship,
  'shopping-cart': ShoppingCart,
  split: Split,
  table: Table,
  tag: Tag,
  terminal: Terminal,
  timer: Timer,
  truck: Truck,
  upload: Upload,
  'user-check': UserCheck,
  'user-round': UserRound,
  users: Users,
  warehouse: Warehouse,
  webhook: Webhook,
  workflow: Workflow,
  wrench: Wrench,
  zap: Zap,
}

const iconNamed = (name: string | null | undefined): LucideIcon =>
  name && Object.hasOwn(icons, name) ? icons[name]! : Blocks

const nothing = createLucideIcon('nothing', [])

/**
 * The icon of a kind. Kinds without a known icon, or that are not installed, share a default. No icon while the
 * kinds are loading.
 */
export const kindIcon = (kinds: readonly KindEntry[] | undefined, name: string): LucideIcon =>
  kinds ? iconNamed(kindNamed(kinds, name)?.icon) : nothing

interface KindChoice {
  id: string
  name: string
  icon: string | null | undefined
}

/** A kind as an option of a `SelectInput` (`optionText`). */
export const kindOption = ({ name, icon }: KindChoice) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
    <Icon icon={iconNamed(icon)} />
    {name}
  </Box>
)
