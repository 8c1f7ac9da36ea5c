import { Page } from '../../ui/page.tsx';
import { ConnectPanel } from './connect-panel.tsx';

export default function ConnectPage() {
  return (
    <Page title="Connect your agent" intro="What was found on this machine, and what to type in your own repository.">
      <ConnectPanel />
    </Page>
  );
}
