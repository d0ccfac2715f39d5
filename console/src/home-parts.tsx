/** What stands on the home page, each part in the folder of its part of the product. */
import { GivingChart } from './giving/giving-chart.tsx'
import { HeldGifts } from './giving/held-gifts.tsx'
import { DemoRecords } from './home/demo-records.tsx'
import { Figures } from './home/figures.tsx'
import { FirstSteps } from './home/first-steps.tsx'
import { homePage } from './home/home-page.tsx'
import { NewcomersChart, StatusChart } from './home/people-charts.tsx'
import { MessagesChart } from './messages/messages-chart.tsx'
import { MyTasks } from './tasks/my-tasks.tsx'
import { WebhookHealth } from './webhooks/webhook-health.tsx'

/** What the church's pages show first. */
export const page = homePage({
  across: [
    { needs: 'setup', ofChurch: true, Part: DemoRecords },
    { needs: 'setup', ofChurch: true, Part: FirstSteps },
    { Part: HeldGifts },
    { needs: 'home.tasks', Part: MyTasks },
    { Part: Figures },
    { needs: 'home.giving', Part: GivingChart },
  ],
  charts: [
    { Part: StatusChart },
    { Part: NewcomersChart },
    { needs: 'home.messages', Part: MessagesChart },
    { needs: 'home.webhooks', ofChurch: true, Part: WebhookHealth },
  ],
})
