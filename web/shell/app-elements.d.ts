// App Bridge's elements, which its own types do not declare for React.
import type {ReactNode} from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      's-app-nav': {readonly children?: ReactNode};
      'ui-save-bar': {readonly id: string; readonly children?: ReactNode};
    }
  }
}
