import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

interface Props {
  readonly children: ReactNode;
}

/** A view that cannot be rendered shows an error, and the rest of the page stays. */
export class ErrorBoundary extends Component<Props, { readonly why: string | null }> {
  override state = { why: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { why: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render() {
    if (this.state.why === null) return this.props.children;
    return (
      <Empty icon="break" title="This could not be drawn">
        <p className="font-mono text-xs">{this.state.why}</p>
        <div className="mt-3">
          <Button onClick={() => this.setState({ why: null })}>Try again</Button>
        </div>
      </Empty>
    );
  }
}
